import {
  droppedPostSeconds,
  postRetentionSeconds,
  type ChatMarkStore,
  type DropCounts,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresChatMarkStore = (transaction: Transaction<Tables>): ChatMarkStore => ({
  async find(botId) {
    const { begun_at: startedAt = null, settled_at: storedUntil = null } =
      (await transaction
        .selectFrom('chat_marks')
        .select(['begun_at', 'settled_at'])
        .where('bot_user_id', '=', botId)
        .executeTakeFirst()) ?? {}
    return startedAt === null || storedUntil === null ? null : { startedAt, storedUntil }
  },

  async begin(botId, from) {
    await sql`
      insert into chat_marks as mark (bot_user_id, begun_at, settled_at) values (${botId}, ${from}, ${from})
      on conflict (bot_user_id) do update set begun_at = excluded.begun_at, settled_at = excluded.settled_at
      where mark.begun_at is null or mark.settled_at is null
    `.execute(transaction)
  },

  async advance(botId, until) {
    await sql`
      insert into chat_marks as mark (bot_user_id, begun_at, settled_at) values (${botId}, ${until}, ${until})
      on conflict (bot_user_id) do update set
        begun_at = coalesce(mark.begun_at, excluded.begun_at), settled_at = greatest(mark.settled_at, excluded.settled_at)
    `.execute(transaction)
    await sql`
      delete from chat_drops
      where bot_user_id = ${botId} and posted_at < ${until}::timestamptz - make_interval(secs => ${droppedPostSeconds})
        or posted_at < ${until}::timestamptz - make_interval(secs => ${postRetentionSeconds})
    `.execute(transaction)
  },

  async remove(botId) {
    await sql`
      update chat_marks
      set begun_at = null, settled_at = null, requested_at = null, missed_at = null, limited_at = null
      where bot_user_id = ${botId}
    `.execute(transaction)
  },

  async noteRequests(botId, { lastAt, missedAt, limitedAt }) {
    await sql`
      insert into chat_marks as mark (bot_user_id, requested_at, missed_at, limited_at)
      values (${botId}, ${lastAt}, ${missedAt}, ${limitedAt})
      on conflict (bot_user_id) do update set
        requested_at = greatest(mark.requested_at, excluded.requested_at),
        missed_at = greatest(mark.missed_at, excluded.missed_at),
        limited_at = greatest(mark.limited_at, excluded.limited_at)
    `.execute(transaction)
  },

  async findRequests(botId) {
    const row = await transaction
      .selectFrom('chat_marks')
      .select(['requested_at', 'missed_at', 'limited_at'])
      .where('bot_user_id', '=', botId)
      .executeTakeFirst()
    return {
      lastAt: row?.requested_at ?? null,
      missedAt: row?.missed_at ?? null,
      limitedAt: row?.limited_at ?? null,
    }
  },

  async rememberDropped(botId, posts) {
    if (posts.length === 0) return []
    const { rows } = await sql<{ post_id: string }>`
      insert into chat_drops (bot_user_id, post_id, posted_at)
      select ${botId}, post_id, posted_at
      from unnest(${posts.map(({ postId }) => postId)}::text[], ${posts.map(({ postedAt }) => postedAt.toISOString())}::timestamptz[])
        as dropped (post_id, posted_at)
      order by post_id
      on conflict do nothing
      returning post_id
    `.execute(transaction)
    return rows.map((row) => row.post_id)
  },

  async addDropped(botId, batchId, dropped) {
    // Reads the row's values after its lock is granted.
    await sql`
      insert into chat_marks as mark (bot_user_id, dropped, dropped_batch) values (${botId}, ${JSON.stringify(dropped)}, ${batchId})
      on conflict (bot_user_id) do update set dropped_batch = excluded.dropped_batch, dropped = mark.dropped || (
        select coalesce(jsonb_object_agg(reason, count::int + coalesce((mark.dropped ->> reason)::int, 0)), '{}')
        from jsonb_each_text(excluded.dropped) as added (reason, count)
      )
      where mark.dropped_batch is distinct from excluded.dropped_batch
    `.execute(transaction)
  },

  async findDropped(botId) {
    const row = await transaction
      .selectFrom('chat_marks')
      .select('dropped')
      .where('bot_user_id', '=', botId)
      .executeTakeFirst()
    return row?.dropped ?? ({} satisfies DropCounts)
  },
})
