import {
  postRetentionSeconds,
  type ChatPostId,
  type ChatPostStore,
  type TimedPost,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { executePrepared, hiddenList, queryPrepared } from '../../connections/connections-of.ts'
import type { Tables } from '../../tables.ts'

export const postgresChatPostStore = (transaction: Transaction<Tables>): ChatPostStore => ({
  lockChannels: (channelIds) =>
    executePrepared(transaction, {
      name: 'lock_channels',
      text: lockChannels,
      values: [[...channelIds]],
    }),

  listAround: (around, seconds) =>
    queryPrepared<TimedPost>(transaction, {
      name: 'list_posts_around',
      text: listAround,
      values: [
        around.map(({ channelId }) => channelId),
        around.map(({ moment }) => moment),
        seconds,
      ],
    }),

  async insert(posts) {
    if (posts.length === 0) return new Set()
    const rows = await queryPrepared<{ post_id: ChatPostId }>(transaction, {
      name: 'insert_posts',
      text: insertPosts,
      values: [
        posts.map(({ postId }) => postId),
        posts.map(({ channelId }) => channelId),
        posts.map(({ rootId }) => rootId),
        posts.map(({ source }) => source),
        posts.map(({ authorId }) => authorId),
        posts.map(({ postedAt }) => postedAt),
        posts.map(({ isAdmitted }) => isAdmitted),
      ],
    })
    return new Set(rows.map((row) => row.post_id))
  },

  async findRoot(channelId, messageId) {
    const row = await transaction
      .selectFrom('chat_posts')
      .select('root_id')
      .where('channel_id', '=', channelId)
      .where(sql<boolean>`(post_id = ${messageId} or ${messageId} = any(placed))`)
      .limit(1)
      .executeTakeFirst()
    return row?.root_id ?? null
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
    return row === undefined ? null : { rootId: row.root_id, postedAt: row.posted_at }
  },

  async closeChannel(channelId, until, outcome) {
    const { numAffectedRows } = await sql`
      update chat_posts set outcome = ${outcome}, answered_at = date_trunc('milliseconds', now()), answer = null, rests_on = '{}', answer_for = null
      where channel_id = ${channelId} and posted_at <= ${until} and outcome is null
    `.execute(transaction)
    return Number(numAffectedRows)
  },

  async prune(countMax) {
    const { numAffectedRows } = await sql`
      with old as materialized (
        select post_id from chat_posts
        where greatest(posted_at, received_at) < now() - make_interval(secs => ${postRetentionSeconds})
        limit ${countMax} for update skip locked
      )
      delete from chat_posts where post_id in (select post_id from old)
    `.execute(transaction)
    return Number(numAffectedRows)
  },
})

const lockChannels = `
select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended('ken:channel:' || id, 0) as key from unnest($1::text[]) as id order by key
) as ordered
`

const listAround = `
select post_id as "postId", chat_posts.channel_id as "channelId", posted_at as "postedAt", is_admitted as "isAdmitted"
from unnest(${hiddenList('$1', 'text')}, ${hiddenList('$2', 'timestamptz')}) as around (channel_id, moment)
join chat_posts on chat_posts.channel_id = around.channel_id
  and posted_at > moment - make_interval(secs => $3) and posted_at < moment + make_interval(secs => $3)
`

const insertPosts = `
insert into chat_posts (post_id, channel_id, root_id, source, author_id, posted_at, is_admitted)
select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[])
on conflict (post_id) do nothing returning post_id
`
