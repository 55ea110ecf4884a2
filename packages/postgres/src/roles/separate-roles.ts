import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { scramVerifier } from './scram-verifier.ts'

/** `owner` owns the tables and migrates them; `runtime` reads and writes rows. */
export type RoleNames = { readonly owner: string; readonly runtime: string }
/** The password of a role that was created; null if the role existed and keeps its own. */
export type SeparatedRoles = {
  readonly ownerPassword: string | null
  readonly runtimePassword: string | null
}

/**
 * Creates or updates two database roles: one owns everything in these schemas, the other may only
 * read and write rows, and only add rows to the audit log. All or nothing; idempotent. Throws an
 * error that says what to do if the database user may not do this.
 */
export async function separateRoles(
  kysely: Kysely<Tables>,
  schemas: { readonly tables: string; readonly queue: string },
  names: RoleNames,
): Promise<SeparatedRoles> {
  const run = kysely.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '10s'`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtextextended('ken:migrations:' || current_schema, 0))`.execute(
      transaction,
    )
    const { user, isSuperuser } = await requirePermission(transaction, names)
    const ownerPassword = await ensureRole(transaction, names.owner)
    const runtimePassword = await ensureRole(transaction, names.runtime)
    await requireRestrictable(transaction, names)
    // It may grant roles, and needs this one to run this command again.
    if (!isSuperuser && user !== names.owner)
      await sql`grant ${sql.id(names.owner)} to ${sql.id(user)}`.execute(transaction)
    await transferObjects(transaction, schemas, names)
    await grantRows(transaction, schemas, names)
    return { ownerPassword, runtimePassword }
  })
  return run.catch((error: unknown) => {
    throw explained(error)
  })
}

async function requirePermission(
  transaction: Transaction<Tables>,
  { owner, runtime }: RoleNames,
): Promise<{ readonly user: string; readonly isSuperuser: boolean }> {
  const { rows } = await sql<{ user: string; isSuperuser: boolean; may: boolean }>`
    select rolname as user, rolsuper as "isSuperuser",
      rolsuper or (rolcreaterole and pg_has_role(datdba, 'usage')) as may
    from pg_roles, pg_database where rolname = current_user and datname = current_database()
  `.execute(transaction)
  const { user, isSuperuser, may } = rows[0]!
  if (!may) throw new Error(needsPermission)
  if (user === runtime && !isSuperuser)
    throw new Error(
      `The role ${runtime} cannot restrict itself. Run this as another database user, or choose another name with --runtime.`,
    )
  if (owner === runtime) throw new Error('The two roles need different names.')
  return { user, isSuperuser }
}

/** Creates a role that may log in, unless it exists. Returns the password of a new role. */
async function ensureRole(transaction: Transaction<Tables>, name: string): Promise<string | null> {
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(transaction)
  if (rows.length > 0) return null
  const password = randomBytes(24).toString('base64url')
  // Roles take no parameters: the statement is built in the database, with quotes.
  await sql`select set_config('ken.role', ${name}, true), set_config('ken.verifier', ${scramVerifier(password)}, true)`.execute(
    transaction,
  )
  await sql`
    do $$ begin
      execute format('create role %I login password %L', current_setting('ken.role'), current_setting('ken.verifier'));
    end $$
  `.execute(transaction)
  return password
}

/** Takes from the runtime role what would give it everything else. */
async function requireRestrictable(
  transaction: Transaction<Tables>,
  { owner, runtime }: RoleNames,
): Promise<void> {
  const { rows } = await sql<{ isSuperuser: boolean; mayCreate: boolean; isMember: boolean }>`
    select rolsuper as "isSuperuser", rolcreaterole or rolcreatedb as "mayCreate",
      pg_has_role(oid, ${owner}, 'member') as "isMember"
    from pg_roles where rolname = ${runtime}
  `.execute(transaction)
  const { isSuperuser, mayCreate, isMember } = rows[0]!
  if (isSuperuser)
    throw new Error(
      `The role ${runtime} is a superuser, which cannot be restricted. Choose another name with --runtime.`,
    )
  if (mayCreate)
    await sql`alter role ${sql.id(runtime)} nocreaterole nocreatedb`.execute(transaction)
  if (!isMember) return
  await sql`revoke ${sql.id(owner)} from ${sql.id(runtime)}`.execute(transaction)
  const { rows: after } = await sql<{ isMember: boolean }>`
    select pg_has_role(${runtime}, ${owner}, 'member') as "isMember"
  `.execute(transaction)
  if (after[0]!.isMember)
    throw new Error(
      `The role ${runtime} is a member of ${owner} through another role. Revoke that membership, or choose other names.`,
    )
}

/** Makes the owner role the owner of everything in the schemas, and of the database if the runtime role owns it. */
async function transferObjects(
  transaction: Transaction<Tables>,
  { tables, queue }: { readonly tables: string; readonly queue: string },
  { owner, runtime }: RoleNames,
): Promise<void> {
  await sql`
    select set_config('ken.owner', ${owner}, true), set_config('ken.runtime', ${runtime}, true),
      set_config('ken.schemas', ${JSON.stringify([tables, queue])}, true)
  `.execute(transaction)
  await sql`
    do $$
    declare
      owner text := current_setting('ken.owner');
      schemas text[] := array(select jsonb_array_elements_text(current_setting('ken.schemas')::jsonb));
      act text;
    begin
      -- Many administrators take these from everyone.
      execute format('grant connect, create, temporary on database %I to %I', current_database(), owner);
      execute format('grant connect, temporary on database %I to %I', current_database(), current_setting('ken.runtime'));
      if (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) = current_setting('ken.runtime') then
        execute format('alter database %I owner to %I', current_database(), owner);
      end if;
      for act in
        -- The schema public belongs to the owner of the database.
        select format(case nspname when 'public' then 'grant usage, create on schema %I to %I' else 'alter schema %I owner to %I' end, nspname, owner)
        from pg_namespace where nspname = any(schemas) and pg_get_userbyid(nspowner) <> owner
        union all
        select format('alter table %s owner to %I', oid::regclass, owner) from pg_class as one
        where relnamespace = any(schemas::regnamespace[]) and relkind = any('{r,p,v,m,f,S}') and pg_get_userbyid(relowner) <> owner
          -- Sequences of columns follow their tables.
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = one.oid and deptype = any('{a,e,i}') and relkind = 'S')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = one.oid and deptype = 'e')
        union all
        select format('alter routine %s owner to %I', oid::regprocedure, owner) from pg_proc as one
        where pronamespace = any(schemas::regnamespace[]) and pg_get_userbyid(proowner) <> owner
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = one.oid and deptype = 'e')
        union all
        select format('alter type %s owner to %I', oid::regtype, owner) from pg_type as one
        where typnamespace = any(schemas::regnamespace[]) and typtype = any('{d,e}') and pg_get_userbyid(typowner) <> owner
          and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = one.oid and deptype = 'e')
        union all
        select format('alter text search dictionary %s owner to %I', oid::regdictionary, owner) from pg_ts_dict as one
        where dictnamespace = any(schemas::regnamespace[]) and pg_get_userbyid(dictowner) <> owner
          and not exists (select from pg_depend where classid = 'pg_ts_dict'::regclass and objid = one.oid and deptype = 'e')
        union all
        select format('alter text search configuration %s owner to %I', oid::regconfig, owner) from pg_ts_config as one
        where cfgnamespace = any(schemas::regnamespace[]) and pg_get_userbyid(cfgowner) <> owner
          and not exists (select from pg_depend where classid = 'pg_ts_config'::regclass and objid = one.oid and deptype = 'e')
      loop
        execute act;
      end loop;
    end $$
  `.execute(transaction)
}

/** Grants rows and nothing else, for existing tables and for those of later migrations. */
async function grantRows(
  transaction: Transaction<Tables>,
  { tables, queue }: { readonly tables: string; readonly queue: string },
  { owner, runtime }: RoleNames,
): Promise<void> {
  const [byOwner, toRuntime] = [sql.id(owner), sql.id(runtime)]
  for (const schema of [sql.id(tables), sql.id(queue)])
    for (const act of [
      sql`revoke create on schema ${schema} from public, ${toRuntime}`,
      sql`grant usage on schema ${schema} to ${toRuntime}`,
      sql`revoke all on all tables in schema ${schema} from ${toRuntime}`,
      sql`grant select, insert, update, delete on all tables in schema ${schema} to ${toRuntime}`,
      sql`revoke all on all sequences in schema ${schema} from ${toRuntime}`,
      sql`grant usage on all sequences in schema ${schema} to ${toRuntime}`,
      sql`alter default privileges for role ${byOwner} in schema ${schema} grant select, insert, update, delete on tables to ${toRuntime}`,
      sql`alter default privileges for role ${byOwner} in schema ${schema} grant usage on sequences to ${toRuntime}`,
    ])
      await act.execute(transaction)
  const inTables = (table: string) => sql.id(tables, table)
  // Old refusals are deleted: the trigger refuses all others.
  await sql`revoke update on ${inTables('audit_log')} from ${toRuntime}`.execute(transaction)
  await sql`revoke update, delete on ${inTables('audit_chain')} from ${toRuntime}`.execute(
    transaction,
  )
  await sql`revoke insert, update, delete on ${inTables('ken_migrations')} from ${toRuntime}`.execute(
    transaction,
  )
}

const needsPermission =
  'The database user may not create roles and transfer tables. Set KEN_DATABASE_URL to a superuser, or to the owner of the database with the attribute CREATEROLE, for this command only.'

/** What to do, by SQLSTATE. */
const advice: { readonly [code: string]: string } = {
  '42501': needsPermission,
  '55P03':
    'The tables are in use. Stop every process of Ken, or run this again when there is less to do.',
}

function explained(error: unknown): unknown {
  const hint = error instanceof Error && 'code' in error ? advice[String(error.code)] : undefined
  return hint === undefined ? error : new Error(hint, { cause: error })
}
