import {
  builtInSources,
  type AccountId,
  type AccountStatus,
  type Email,
  type KeyFilter,
  type KeyId,
  type PageRequest,
  type Role,
} from '@ken/core/ports'
import { sql, type RawBuilder, type Selectable, type SqlBool, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import type { Tables } from '../../tables.ts'
import { addressStartsWith, containsText, hasPeopleTerms, hasTextTerms } from '../text-search.ts'

type Condition = RawBuilder<SqlBool>
type Statement = RawBuilder<unknown>

/** A key without its digest. */
export type KeyRow = Omit<
  Selectable<Tables['api_keys']>,
  'key_hash' | 'revoked_by' | 'reminded_at' | 'search_text'
>
/** A key with the account that is responsible for it. */
type ListedRow = KeyRow & {
  readonly responsible_id: AccountId | null
  readonly email: Email | null
  readonly role: Role | null
  readonly status: AccountStatus | null
}

export const keyColumns = [
  'api_keys.id',
  'api_keys.kind',
  'api_keys.owner_id',
  'api_keys.source',
  'api_keys.name',
  'api_keys.prefix',
  'api_keys.sources',
  'api_keys.created_by',
  'api_keys.taken_over_by',
  'api_keys.created_at',
  'api_keys.expires_at',
  'api_keys.last_used_at',
  'api_keys.revoked_at',
] as const

/** The account responsible for a service key; null for the organisation. */
export const serviceKeyResponsible = sql<
  string | null
>`coalesce(api_keys.taken_over_by, api_keys.created_by)`
/** The account responsible for any key. */
const responsible = sql<
  string | null
>`coalesce(api_keys.owner_id, api_keys.taken_over_by, api_keys.created_by)`

/**
 * How many of the newest keys are read first in search of a text. If they contain it often enough to
 * fill a page, or if they are all keys, the search ends there. Otherwise few keys contain it, and the
 * index finds them faster.
 */
const readMax = 1_000
/** A text that more people have is looked for in all keys: one by one, their keys take longer. */
const peopleMax = 2_000

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

/** The matching keys, newest first: at most `limit` after a key. */
export async function listKeyRows(
  transaction: Transaction<Tables>,
  filter: KeyFilter,
  page: PageRequest<KeyId>,
): Promise<readonly ListedRow[]> {
  const { ownerId, responsibleId, text } = filter
  // An owner is responsible for their own keys.
  if (ownerId !== null && responsibleId !== null && ownerId !== responsibleId) return []
  await planByIndex(transaction)
  if (text === null || text === '') return run(transaction, newest(filter, page))
  const nearest = newest(filter, { ...page, limit: readMax })
  const first = await run(transaction, withText(nearest, text, page.limit))
  if (first.length === page.limit || (await isWithin(transaction, nearest))) return first
  if (await isOfMany(transaction, text))
    return run(transaction, withText(newest(filter, { ...page, limit: null }), text, page.limit))
  return run(transaction, allOfFew(filter, text, page))
}

/** The first keys of a selection that contain the text, or whose responsible person does. */
const withText = (keys: Statement, text: string, limit: number): Statement => sql`
  select near.id from (${keys}) as near
  left join users on users.id = coalesce(near.owner_id, near.taken_over_by, near.created_by)
  where ${containsText(sql`near.search_text`, text)} or ${containsText(sql`users.search_text`, text)}
  order by near.id desc limit ${limit}
`

const peopleWith = (text: string): Statement => sql`
  select id from users where ${addressStartsWith(text)}
  union all
  select id from users
  where ${hasPeopleTerms(text)} and ${containsText(sql`search_text`, text)} and not ${addressStartsWith(text)}
`

async function isOfMany(transaction: Transaction<Tables>, text: string): Promise<boolean> {
  const { rows } = await sql`${peopleWith(text)} limit 1 offset ${peopleMax}`.execute(transaction)
  return rows.length > 0
}

/** Finds the keys that contain the text and those of the people that do, and sorts them. */
function allOfFew(filter: KeyFilter, text: string, page: PageRequest<KeyId>): Statement {
  const rest = all([...conditionsOf(filter), isAfter(page)])
  return sql`
    with people as materialized (${peopleWith(text)}),
    found as materialized (
      select api_keys.id from api_keys
      where ${hasTextTerms(sql`ken_text_terms(search_text)`, text)}
        and ${containsText(sql`search_text`, text)} and ${rest}
      union
      select owned.id from people cross join lateral (
        select id from api_keys where ${responsible} = people.id and ${rest}
      ) as owned
    )
    select id from found order by id desc limit ${page.limit}
  `
}

/** Reads the keys whose ids a statement selects, with the people responsible for them. */
async function run(
  transaction: Transaction<Tables>,
  ids: Statement,
): Promise<readonly ListedRow[]> {
  const columns = sql.join(keyColumns.map((column) => sql.ref(column)))
  const { rows } = await sql<ListedRow>`
    select ${columns}, ${responsible} as responsible_id, users.email, users.role, users.status
    from (${ids}) as page cross join lateral (select * from api_keys where api_keys.id = page.id offset 0) as api_keys
    left join users on users.id = ${responsible}
    order by api_keys.id desc
  `.execute(transaction)
  return rows
}

/** Whether a statement that reads at most `readMax` keys has read all that it could. */
async function isWithin(transaction: Transaction<Tables>, nearest: Statement): Promise<boolean> {
  const { rows } = await sql<{ read: number }>`
    select count(*)::int as read from (${nearest}) as near
  `.execute(transaction)
  return rows[0]!.read < readMax
}

const isAfter = ({ after }: Pick<PageRequest<KeyId>, 'after'>): Condition =>
  after === null ? sql`true` : sql`api_keys.id < ${after}`

/** Selects the keys that match everything but the text, newest first. */
function newest(
  filter: KeyFilter,
  page: { readonly after: KeyId | null; readonly limit: number | null },
): Statement {
  const isOfOnePerson = filter.ownerId !== null || filter.responsibleId !== null
  // The indexes of a person's keys sort nulls last, so that the planner does not walk all keys.
  const order = isOfOnePerson ? sql`api_keys.id desc nulls last` : sql`api_keys.id desc`
  return sql`
    select * from api_keys where ${all([...conditionsOf(filter), isAfter(page)])}
    order by ${order} limit ${page.limit}
  `
}

const isLive = sql<SqlBool>`api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())`
const isBuiltIn = sql<SqlBool>`api_keys.source = any(${[...builtInSources]}::text[])`
/** Whether the person responsible for a service key may hold one. */
const isHeld = sql<SqlBool>`(
  ${serviceKeyResponsible} is null or exists (
    select from users where users.id = ${serviceKeyResponsible} and role = 'Owner' and status = 'active'
  )
)`

const statusIs: Readonly<Record<NonNullable<KeyFilter['status']>, Condition>> = {
  revoked: sql`api_keys.revoked_at is not null`,
  expired: sql`api_keys.revoked_at is null and api_keys.expires_at <= now()`,
  active: sql`${isLive} and (api_keys.kind = 'personal' or not ${isBuiltIn} and ${isHeld})`,
  orphaned: sql`${isLive} and api_keys.kind = 'service' and not ${isBuiltIn} and not ${isHeld}`,
  ended: sql`(api_keys.revoked_at is not null or api_keys.expires_at <= now())`,
  built_in: sql`${isLive} and api_keys.kind = 'service' and ${isBuiltIn}`,
}

/** Everything that a filter asks for, except the text. */
function conditionsOf(filter: KeyFilter): readonly Condition[] {
  const { ownerId, responsibleId, kind, status } = filter
  const { expiresWithinDays, unusedForDays, neverExpires } = filter
  return [
    ...(ownerId === null ? [] : [sql<SqlBool>`api_keys.owner_id = ${ownerId}`]),
    ...(responsibleId === null ? [] : [sql<SqlBool>`${responsible} = ${responsibleId}`]),
    ...(kind === null ? [] : [sql<SqlBool>`api_keys.kind = ${kind}`]),
    ...(status === null ? [] : [statusIs[status]]),
    ...(expiresWithinDays === null
      ? []
      : [
          isLive,
          sql<SqlBool>`api_keys.expires_at <= now() + make_interval(days => ${expiresWithinDays})`,
        ]),
    ...(unusedForDays === null
      ? []
      : [
          isLive,
          sql<SqlBool>`coalesce(api_keys.last_used_at, api_keys.created_at) <= now() - make_interval(days => ${unusedForDays})`,
        ]),
    ...(neverExpires === null ? [] : [isLive, sql<SqlBool>`api_keys.expires_at is null`]),
  ]
}
