import type { InvitationFilter, InvitationId, InvitationState, PageRequest } from '@ken/core/ports'
import { sql, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import type { Tables } from '../../tables.ts'
import { containsText } from '../text-search.ts'

type Statement = RawBuilder<unknown>
/** An invitation with its present state. */
export type InvitationRow = Selectable<Tables['invitations']> & {
  readonly present: InvitationState
}

/** Stored as sent, and expired by the database's clock. */
export const isOver = sql<boolean>`(state = 'sent' and expires_at <= now())`
export const presentState = sql<InvitationState>`case when ${isOver} then 'expired' else state end`

/** How many invitations are read in search of a text, before an index of its terms is. */
const readMax = 1_000
/** The index of terms has every run of this length. */
const termLength = 3

/** The matching invitations, newest first: at most `limit` after one. */
export async function listInvitationRows(
  transaction: Transaction<Tables>,
  filter: InvitationFilter,
  page: PageRequest<InvitationId>,
): Promise<readonly InvitationRow[]> {
  await planByIndex(transaction)
  const { text } = filter
  const run = async (statement: Statement) =>
    // Every statement selects the columns of an invitation.
    (await statement.execute(transaction)).rows as readonly InvitationRow[]
  if (text === null || text === '') return run(newest(filter, page))
  const nearest = await run(newest(filter, { ...page, limit: readMax }))
  const found = nearest.filter(({ email }) => email.includes(text.toLowerCase()))
  if (found.length >= page.limit || nearest.length < readMax) return found.slice(0, page.limit)
  return run(withText(text, filter, page))
}

/**
 * Reads the newest invitations of each stored state that can be the wanted one, from the index of
 * the state, and merges them. That index sorts nulls differently from the index of all invitations,
 * so that the planner does not walk that one.
 */
function newest(
  { state, importId }: InvitationFilter,
  { after, limit }: PageRequest<InvitationId>,
): Statement {
  const isMatching = sql.join(
    [
      ...(importId === null ? [] : [sql`import_id = ${importId}`]),
      ...(after === null ? [] : [sql`id < ${after}`]),
      sql`true`,
    ],
    sql` and `,
  )
  const read = (stored: Statement, order: Statement) => sql`
    (select *, ${presentState} as present from invitations where ${stored} and ${isMatching} order by ${order} limit ${limit})
  `
  if (state === null)
    return read(sql`true`, importId === null ? sql`id desc` : sql`id desc nulls last`)
  const isStored =
    state === 'expired'
      ? [sql`state = 'expired'`, sql`state = 'sent' and expires_at <= now()`]
      : [state === 'sent' ? sql`state = 'sent' and expires_at > now()` : sql`state = ${state}`]
  const parts = isStored.map((stored) => read(stored, sql`id desc nulls last`))
  return sql`
    select * from (${sql.join(parts, sql` union all `)}) as found order by id desc limit ${limit}
  `
}

/** Finds all invitations whose address has the text, and sorts them. Few have it, if it is called. */
function withText(
  text: string,
  { state, importId }: InvitationFilter,
  { after, limit }: PageRequest<InvitationId>,
): Statement {
  const terms = sql`array(
    select substr(lower(${text}), place, ${termLength}::int)
    from generate_series(1, length(lower(${text})) - ${termLength - 1}::int) as place
  )`
  const conditions = [
    containsText(sql`email`, text),
    ...(Array.from(text).length < termLength ? [] : [sql`ken_trigrams(email) @> ${terms}`]),
    ...(state === null ? [] : [sql`${presentState} = ${state}`]),
    ...(importId === null ? [] : [sql`import_id = ${importId}`]),
    ...(after === null ? [] : [sql`id < ${after}`]),
  ]
  return sql`
    with found as materialized (select id from invitations where ${sql.join(conditions, sql` and `)})
    select invitation.* from (select id from found order by id desc limit ${limit}) as first
    cross join lateral (
      select *, ${presentState} as present from invitations where invitations.id = first.id offset 0
    ) as invitation
    order by id desc
  `
}
