import type { AccountCount, AccountFilter, Email, PageRequest } from '@ken/core/ports'
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import type { Tables } from '../../tables.ts'
import { accountColumns, type AccountRow } from './account-row.ts'
import { addressStartsWith, containsText, hasPeopleTerms, literal } from '../text-search.ts'

type Condition = RawBuilder<SqlBool>
type Statement = RawBuilder<unknown>
type Kinds = Omit<AccountFilter, 'text'>

const roles = ['Owner', 'Admin', 'Member'] as const
const statuses = ['active', 'deactivated'] as const
const factors = ['enabled', 'missing'] as const
/** As the index has it: a number, because the planner rewrites conditions on a boolean. */
const withoutFactor = (mfa: (typeof factors)[number]): RawBuilder<number> =>
  mfa === 'enabled' ? sql`0` : sql`1`
/**
 * How many people are read by address in search of a text. Where they include a page that contains
 * it, that is faster than the index of terms. Otherwise few contain it other than at the start of
 * the address, and the index finds them.
 */
const readMax = 1_000

const columns = sql.join(accountColumns.map((column) => sql.ref(column)))
const byAddress = sql`email collate "C"`
const isAfter = (after: Email | null): Condition =>
  after === null ? sql`true` : sql`email collate "C" > ${after}`
const all = (...conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)})`

/** Address or name contains the text, ignoring case. */
const contains = (text: string): Condition => containsText(sql`search_text`, text)

const nameStartsWith = (text: string): Condition =>
  sql`lower(name) like lower(${`${literal(text)}%`})`

/** The matching people by address: at most `limit` after an address. */
export async function listPeople(
  transaction: Transaction<Tables>,
  filter: AccountFilter,
  page: PageRequest<Email>,
): Promise<readonly AccountRow[]> {
  await planByIndex(transaction)
  const { text, role, status, mfa } = filter
  if (text === null || text === '')
    return run(
      transaction,
      sql`select ${columns} from (${peopleOf(filter, page)}) as person order by ${byAddress}`,
    )
  // Most people have these, and are read with the others.
  const [isMember, isActivated, isMissing] = [
    role === 'Member',
    status === 'active',
    mfa === 'missing',
  ]
  const rare = {
    role: isMember ? null : role,
    status: isActivated ? null : status,
    mfa: isMissing ? null : mfa,
  }
  const isWanted = all(
    contains(text),
    ...(isMember ? [sql<SqlBool>`role not in ('Owner', 'Admin')`] : []),
    ...(isActivated ? [isActive] : []),
    ...(isMissing ? [sql<SqlBool>`mfa_enabled_at is null`] : []),
  )
  const near = await run(transaction, firstOfMany(isWanted, page, rare))
  if (near.length === page.limit) return near
  const terms = [
    ...(rare.role === null ? [] : [`role ${rare.role}`]),
    ...(rare.status === null ? [] : [`status ${rare.status}`]),
    ...(rare.mfa === null ? [] : ['factor enabled']),
  ]
  const inside = all(hasPeopleTerms(text, terms), isWanted, sql`not ${addressStartsWith(text)}`)
  const found = sql`
    (${startingWith(text, filter, page)}) union all (${allOfFew(inside, page)})
  `
  return run(
    transaction,
    sql`select * from (${found}) as found order by ${byAddress} limit ${page.limit}`,
  )
}

/** Written so that the planner does not use an index for it, which would find most people. */
const isActive: Condition = sql`status <> 'deactivated'`

/**
 * Active people whose address starts with the text, then those whose name does, then those that
 * contain it, each by address.
 */
export async function suggestPeople(
  transaction: Transaction<Tables>,
  text: string,
  limit: number,
): Promise<readonly AccountRow[]> {
  await planByIndex(transaction)
  const page = { after: null, limit }
  const first = await run(transaction, startingWith(text, { ...anyone, status: 'active' }, page))
  const isOther = all(isActive, sql`not ${addressStartsWith(text)}`)
  const named = all(isOther, nameStartsWith(text))
  const inside = all(isOther, sql`not ${nameStartsWith(text)}`, contains(text))
  const found = [...first]
  const rest = () => ({ after: null, limit: limit - found.length })
  if (found.length < limit)
    found.push(
      ...((await isOfMany(transaction, nameStartsWith(text)))
        ? await firstMatches(transaction, named, sql`true`, rest())
        : await run(transaction, allOfFew(named, rest()))),
    )
  if (found.length < limit)
    found.push(...(await firstMatches(transaction, inside, hasPeopleTerms(text), rest())))
  return found
}

/** Looks among the first people, and if they are no full page, for all that an index finds. */
async function firstMatches(
  transaction: Transaction<Tables>,
  isWanted: Condition,
  isIndexed: Condition,
  page: PageRequest<Email>,
): Promise<readonly AccountRow[]> {
  const near = await run(transaction, firstOfMany(isWanted, page))
  if (near.length === page.limit) return near
  return run(transaction, allOfFew(all(isIndexed, isWanted), page))
}

/** Whether more people match than are read first. */
async function isOfMany(transaction: Transaction<Tables>, condition: Condition): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where ${condition} limit 1 offset ${readMax}
  `.execute(transaction)
  return rows.length > 0
}

const anyone: Kinds = { role: null, status: null, mfa: null }

/** The first matches among the people of a role and status whose addresses come first. */
const firstOfMany = (
  condition: Condition,
  { after, limit }: PageRequest<Email>,
  filter: Kinds = anyone,
): Statement => sql`
  select ${columns} from (${peopleOf(filter, { after, limit: readMax })}) as near
  where ${condition} order by ${byAddress} limit ${limit}
`

/** Finds all matches, and sorts them. */
const allOfFew = (condition: Condition, { after, limit }: PageRequest<Email>): Statement => sql`
  with found as materialized (select id, email from users where ${all(condition, isAfter(after))}),
  first as (select id from found order by ${byAddress} limit ${limit})
  select person.* from first cross join lateral (
    select ${columns} from users where users.id = first.id offset 0
  ) as person
  order by ${byAddress}
`

/** The first people of a role, a status and a factor whose addresses start with the text. */
const startingWith = (text: string, filter: Kinds, page: PageRequest<Email>): Statement =>
  sql`select ${columns} from (${peopleOf(filter, page, addressStartsWith(text))}) as starting order by ${byAddress}`

/**
 * Selects the first people of a role, a status and with two-factor authentication or not, by
 * address. `addresses` limits the people to addresses that are next to each other. Reads those of
 * each kind from an index, and merges them. Its addresses sort nulls differently from the index of
 * all addresses, so that the planner does not walk that one.
 */
function peopleOf(
  { role, status, mfa }: Kinds,
  { after, limit }: PageRequest<Email>,
  addresses: Condition = sql`true`,
): Statement {
  const isRead = all(isAfter(after), addresses)
  if (role === null && status === null && mfa === null)
    return sql`select * from users where ${isRead} order by ${byAddress} limit ${limit}`
  if (role === null && status === null && mfa === 'enabled')
    return sql`
      select * from users where mfa_enabled_at is not null and ${isRead}
      order by email collate "C" nulls first limit ${limit}
    `
  const kinds = (role === null ? roles : [role]).flatMap((oneRole) =>
    (status === null ? statuses : [status]).flatMap((oneStatus) =>
      (mfa === null ? factors : [mfa]).map(
        (factor) => sql`(${oneRole}::text, ${oneStatus}::text, ${withoutFactor(factor)})`,
      ),
    ),
  )
  return sql`
    select person.* from (values ${sql.join(kinds)}) as kind (role, status, without_factor) cross join lateral (
      select * from users
      where users.role = kind.role and users.status = kind.status
        and (users.mfa_enabled_at is null)::int = kind.without_factor and ${isRead}
      order by email collate "C" nulls first limit ${limit}
    ) as person
    order by ${byAddress} limit ${limit}
  `
}

/** Counts people by kind, at most `countMax` of each, from an index alone. */
export async function countPeople(
  transaction: Transaction<Tables>,
  countMax: number,
): Promise<readonly AccountCount[]> {
  await planByIndex(transaction)
  const kinds = roles.flatMap((role) =>
    statuses.flatMap((status) =>
      factors.map((factor) => sql`(${role}::text, ${status}::text, ${withoutFactor(factor)})`),
    ),
  )
  const { rows } = await sql<Omit<AccountCount, 'mfa'> & { readonly without_factor: 0 | 1 }>`
    select kind.*, counted.accounts from (values ${sql.join(kinds)}) as kind (role, status, without_factor) cross join lateral (
      select count(*)::int as accounts from (
        select email from users
        where users.role = kind.role and users.status = kind.status
          and (users.mfa_enabled_at is null)::int = kind.without_factor
        limit ${countMax}
      ) as same
    ) as counted where accounts > 0
  `.execute(transaction)
  return rows.map(({ without_factor, ...counted }) => ({
    ...counted,
    mfa: factors[without_factor],
  }))
}

const run = async (
  transaction: Transaction<Tables>,
  statement: Statement,
): Promise<readonly AccountRow[]> =>
  // Every statement selects the columns of an account.
  (await statement.execute(transaction)).rows as readonly AccountRow[]
