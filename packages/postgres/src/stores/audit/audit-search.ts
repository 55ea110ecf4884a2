import type { AuditFilter, AuditRecord, PageRequest } from '@ken/core/ports'
import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** A column of an index before the action, and the value that the filter asks for. */
type Prefix = { readonly column: Sql; readonly value: Sql }

/**
 * How entries of one kind are sorted, by the index that lists them. The indexes sort nulls
 * differently, although nothing in them is null: only the right index has the order that its query
 * asks for. Otherwise the planner walks another one and filters when it expects many matches, which
 * takes a second if they are old or the statistics are.
 */
const order = {
  all: sql`at desc, id desc`,
  action: sql`at desc nulls last, id desc`,
  actorOrTarget: sql`at desc, id desc nulls last`,
  actorAndTarget: sql`at desc nulls last, id desc nulls last`,
}

/**
 * Selects the matching entries after a position, newest first. Every entry has a kind: an action
 * with an outcome. The statement finds the few kinds that the filter leaves, reads the newest
 * entries of each from an index that begins with the filter's values and the kind, and merges them.
 * It reads no entry that does not match.
 */
export function matchingEntries(
  filter: AuditFilter,
  { after, limit }: PageRequest<AuditRecord['id']>,
): Sql {
  const { isOfAnyAction, prefix, isOfKind } = partsOf(filter)
  const kindOrder = [order.action, order.actorOrTarget, order.actorAndTarget][prefix.length]!
  const isMatching = [
    ...isOfKind,
    ...(after === null ? [] : [sql`(entry.at, entry.id) < (${lastAt}, ${lastId})`]),
    ...(after === null && filter.until !== null ? [sql`entry.at < ${filter.until}`] : []),
    ...(filter.from === null ? [] : [sql`entry.at >= ${filter.from}`]),
  ]
  if (isOfOneCaller(filter)) return entriesOfCaller(filter, { after, limit })
  return sql`
    with recursive ${isOfAnyAction ? outcomes(filter) : kinds(filter, prefix)}
      ${after === null ? sql`` : sql`, ${lastEntry(after, filter.until)}`}
    select matching.* from kind cross join lateral (
      select * from audit_log as entry where ${sql.join(isMatching, sql` and `)}
      order by ${isOfAnyAction ? order.all : kindOrder} limit ${limit}
    ) as matching
    order by at desc, id desc limit ${limit}
  `
}

/** What a filter asks for apart from its time. */
function partsOf({ actorId, target, action }: AuditFilter) {
  const prefix: readonly Prefix[] = [
    ...(actorId === null ? [] : [{ column: sql`entry.actor_id`, value: sql`${actorId}::uuid` }]),
    ...(target === null ? [] : [{ column: sql`entry.target collate "C"`, value: sql`${target}` }]),
  ]
  const isOfAnyAction = prefix.length === 0 && action === null
  const isOfKind = [
    ...prefix.map(isEqual),
    ...(isOfAnyAction ? [] : [sql`entry.action collate "C" = kind.action`]),
    sql`entry.outcome collate "C" = kind.outcome`,
  ]
  return { isOfAnyAction, prefix, isOfKind }
}

const isWithinTime = ({ from, until }: AuditFilter): readonly Sql[] => [
  ...(from === null ? [] : [sql`entry.at >= ${from}`]),
  ...(until === null ? [] : [sql`entry.at < ${until}`]),
]

const isOfOneCaller = ({ sessionId, requestId }: AuditFilter): boolean =>
  sessionId !== null || requestId !== null

/** Everything that a filter with a session or a request asks for: few entries have these. */
const isOfCaller = (filter: AuditFilter): Sql =>
  sql.join(
    [
      ...(filter.sessionId === null ? [] : [sql`entry.session_id = ${filter.sessionId}`]),
      ...(filter.requestId === null ? [] : [sql`entry.request_id = ${filter.requestId}`]),
      ...(filter.actorId === null ? [] : [sql`entry.actor_id = ${filter.actorId}::uuid`]),
      ...(filter.target === null ? [] : [sql`entry.target = ${filter.target}`]),
      ...(filter.action === null
        ? []
        : [
            sql`(entry.action = ${filter.action} or starts_with(entry.action, ${`${filter.action}.`}))`,
          ]),
      ...(filter.outcome === null ? [] : [sql`entry.outcome = ${filter.outcome}`]),
      ...isWithinTime(filter),
    ],
    sql` and `,
  )

/** Reads all entries of a session or a request from its index, and sorts them. */
const entriesOfCaller = (
  filter: AuditFilter,
  { after, limit }: PageRequest<AuditRecord['id']>,
): Sql => sql`
  with ${after === null ? sql`` : sql`${lastEntry(after, filter.until)},`} of_caller as materialized (
    select * from audit_log as entry where ${isOfCaller(filter)}
  )
  select * from of_caller
  where ${after === null ? sql`true` : sql`(at, id) < (${lastAt}, ${lastId})`}
  order by at desc, id desc limit ${limit}
`

/** Counts the matching entries, up to `countMax` in all. */
export function countEntries(filter: AuditFilter, countMax: number): Sql {
  if (isOfOneCaller(filter))
    return sql`
      select count(*) as entries from (
        select from audit_log as entry where ${isOfCaller(filter)} limit ${countMax}
      ) as matching
    `
  const { isOfAnyAction, prefix, isOfKind } = partsOf(filter)
  return sql`
    with recursive ${isOfAnyAction ? outcomes(filter) : kinds(filter, prefix)}
    select count(*) as entries from (
      select from kind cross join lateral (
        select from audit_log as entry
        where ${sql.join([...isOfKind, ...isWithinTime(filter)], sql` and `)} limit ${countMax}
      ) as of_kind
      limit ${countMax}
    ) as matching
  `
}

const isEqual = ({ column, value }: Prefix): Sql => sql`${column} = ${value}`

/** The one outcome, or both, where any action matches. */
const outcomes = ({ outcome }: AuditFilter): Sql =>
  sql`kind (outcome) as (values ${outcome === null ? sql`('success'), ('failure')` : sql`(${outcome}::text)`})`

/**
 * The kinds that the entries with this prefix have. Each step jumps to the next kind in the index.
 * The first row is before all kinds; the last step finds what is after them.
 */
function kinds({ actorId, action, outcome }: AuditFilter, prefix: readonly Prefix[]): Sql {
  const columns = sql.join([
    ...prefix.map(({ column }) => column),
    sql`entry.action collate "C"`,
    sql`entry.outcome collate "C"`,
  ])
  const values = sql.join([
    ...prefix.map(({ value }) => value),
    sql`step.action`,
    sql`step.outcome`,
  ])
  // The indexes of actors have no other entries.
  const isIndexed = actorId === null ? sql`true` : sql`entry.actor_id is not null`
  const isWithin = [
    ...prefix.map(isEqual),
    // The character after the dot that follows the name of an area.
    ...(action === null ? [] : [sql`entry.action < ${`${action}/`}`]),
  ]
  const isWanted = [
    sql`outcome <> ''`,
    ...(action === null ? [] : [sql`(action = ${action} or starts_with(action, ${`${action}.`}))`]),
    ...(outcome === null ? [] : [sql`outcome = ${outcome}`]),
  ]
  return sql`
    step (action, outcome) as (
      select ${action ?? ''}::text collate "C", text '' collate "C"
      union all
      select entry.action, entry.outcome from step cross join lateral (
        select entry.actor_id, entry.target, entry.action collate "C" as action, entry.outcome collate "C" as outcome
        from audit_log as entry where ${isIndexed} and (${columns}) > (${values})
        order by ${columns} limit 1
      ) as entry
      where ${sql.join([sql`true`, ...isWithin], sql` and `)}
    ),
    kind as (select action, outcome from step where ${sql.join(isWanted, sql` and `)})
  `
}

const lastAt = sql`(select at from last_entry)`
const lastId = sql`(select id from last_entry)`

/**
 * The position after which the page begins: that of the last entry of the previous page, or `until`
 * if that is earlier. An entry that was pruned since had about the time of the next one.
 */
function lastEntry(after: AuditRecord['id'], until: Date | null): Sql {
  const at = sql`coalesce((select at from audit_log where id >= ${after} order by id limit 1), 'infinity')`
  return until === null
    ? sql`last_entry (at, id) as materialized (select ${at}, ${after}::bigint)`
    : sql`last_entry (at, id) as materialized (
        select least(at, ${until}::timestamptz), case when at < ${until}::timestamptz then ${after}::bigint else 0 end
        from (select ${at} as at) as previous
      )`
}
