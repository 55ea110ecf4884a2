import {
  postRetentionSeconds,
  type AccountId,
  type DocumentId,
  type ChatPostProgress,
  type ChatPostStore,
  type ChatPostId,
  type ChatPostNotes,
  type ChatSource,
  type StoredAnswer,
  type TimedPost,
} from '@ken/core/ports'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { orUnavailable } from '../../unavailable.ts'

export const postgresChatPostStore = (transaction: Transaction<Tables>): ChatPostStore => ({
  async lockChannels(channelIds) {
    await sql`
      select pg_advisory_xact_lock(key) from (
        select distinct hashtextextended('ken:channel:' || id, 0) as key from unnest(${[...channelIds]}::text[]) as id order by key
      ) as ordered
    `.execute(transaction)
  },

  async listAround(around, seconds) {
    // Only ids are inserted.
    const { rows } = await sql<TimedPost>`
      select post_id as "postId", chat_posts.channel_id as "channelId", posted_at as "postedAt", is_admitted as "isAdmitted"
      from unnest(${around.map(({ channelId }) => channelId)}::text[], ${around.map(({ moment }) => moment)}::timestamptz[])
        as around (channel_id, moment)
      join chat_posts on chat_posts.channel_id = around.channel_id
        and posted_at > moment - make_interval(secs => ${seconds}) and posted_at < moment + make_interval(secs => ${seconds})
    `.execute(transaction)
    return rows
  },

  async insert(posts) {
    if (posts.length === 0) return new Set()
    const rows = await transaction
      .insertInto('chat_posts')
      .values(
        posts.map((post) => ({
          post_id: post.postId,
          channel_id: post.channelId,
          root_id: post.rootId,
          source: post.source,
          author_id: post.authorId,
          posted_at: post.postedAt,
          is_admitted: post.isAdmitted,
        })),
      )
      .onConflict((conflict) => conflict.column('post_id').doNothing())
      .returning('post_id')
      .execute()
    return new Set(rows.map((row) => row.post_id as ChatPostId)) // Only ids are inserted.
  },

  async findRoot(channelId, messageId) {
    const row = await transaction
      .selectFrom('chat_posts')
      .select('root_id')
      .where('channel_id', '=', channelId)
      .where(sql<boolean>`(post_id = ${messageId} or ${messageId} = any(placed))`)
      .limit(1)
      .executeTakeFirst()
    return (row?.root_id ?? null) as ChatPostId | null // Only ids are inserted.
  },

  async findLatest(channelId, until) {
    const row = await transaction
      .selectFrom('chat_posts')
      .select(['root_id', 'posted_at'])
      .where('channel_id', '=', channelId)
      .where('posted_at', '<=', until)
      .orderBy('posted_at', 'desc')
      // Platforms may count in seconds.
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : { rootId: row.root_id as ChatPostId, postedAt: row.posted_at }
  },

  async find(postId) {
    const row = await transaction
      .selectFrom('chat_posts')
      .selectAll()
      .where('post_id', '=', postId)
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async storeAnswer(postId, { parts, basedOn, answerFor }) {
    const { rows } = await sql<StoredAnswer>`
      with before as (
        select post_id, answer as kept from chat_posts where post_id = ${postId} and outcome is null for update
      )
      update chat_posts set answer = coalesce(kept, ${[...parts]}::text[]),
        rests_on = case when kept is null then ${[...basedOn]}::uuid[] else rests_on end,
        answer_for = case when kept is null then ${answerFor}::uuid else answer_for end
      from before
      where chat_posts.post_id = before.post_id
      returning answer as parts, answer_for as "answerFor", kept is null as "isNew", placed
    `.execute(transaction)
    return rows[0] ?? null
  },

  ...notesOn(transaction),

  async closeChannel(channelId, until, outcome) {
    const { numAffectedRows } = await sql`
      update chat_posts set outcome = ${outcome}, answered_at = date_trunc('milliseconds', now()), answer = null, rests_on = '{}', answer_for = null
      where channel_id = ${channelId} and posted_at <= ${until} and outcome is null
    `.execute(transaction)
    return Number(numAffectedRows)
  },

  async prune(countMax) {
    const { numAffectedRows } = await sql`
      delete from chat_posts where post_id in (
        select post_id from chat_posts
        where greatest(posted_at, received_at) < now() - make_interval(secs => ${postRetentionSeconds})
        limit ${countMax} for update skip locked
      )
    `.execute(transaction)
    return Number(numAffectedRows)
  },
})

const fail = (error: unknown): never => {
  throw orUnavailable(error)
}

/** Notes outside of a transaction. */
export function postgresChatPostNotes(kysely: Kysely<Tables>): ChatPostNotes {
  const { notePlaced, close } = notesOn(kysely)
  return {
    notePlaced: (...note) => notePlaced(...note).catch(fail),
    close: (...closing) => close(...closing).catch(fail),
  }
}

const notesOn = (kysely: Kysely<Tables>): ChatPostNotes => ({
  async notePlaced(postId, part, messageId) {
    const { rows } = await sql<{ noted: ChatPostId }>`
      update chat_posts set placed = case
        when placed[${part}::int + 1] is not null then placed
        when cardinality(placed) > ${part}::int then placed[:${part}::int] || ${messageId}::text || placed[${part}::int + 2:]
        else placed || array_fill(null::text, array[${part}::int - cardinality(placed)]) || ${messageId}::text
      end
      where post_id = ${postId} returning placed[${part}::int + 1] as noted
    `.execute(kysely)
    return rows[0]?.noted ?? messageId
  },

  async close(postId, outcome) {
    const { numAffectedRows } = await sql`
      update chat_posts set outcome = ${outcome}, answered_at = date_trunc('milliseconds', now()), answer = null, rests_on = '{}', answer_for = null
      where post_id = ${postId} and outcome is null
    `.execute(kysely)
    return numAffectedRows === 1n
  },
})

const fromRow = (row: Selectable<Tables['chat_posts']>): ChatPostProgress => ({
  // Only ids are inserted.
  source: row.source as ChatSource,
  postId: row.post_id as ChatPostId,
  channelId: row.channel_id,
  rootId: row.root_id as ChatPostId,
  authorId: row.author_id,
  placed: row.placed as ChatPostProgress['placed'],
  postedAt: row.posted_at,
  isAdmitted: row.is_admitted,
  receivedAt: row.received_at,
  answer: row.answer,
  basedOn: row.rests_on as DocumentId[],
  answerFor: row.answer_for as AccountId | null,
  closed:
    row.outcome === null || row.answered_at === null
      ? null
      : { outcome: row.outcome, at: row.answered_at },
})
