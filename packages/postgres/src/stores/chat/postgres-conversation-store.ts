import { ownSource, type ConversationStore, type DocumentId } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresConversationStore = (transaction: Transaction<Tables>): ConversationStore => ({
  async listMessages({ source, channelId, rootId }, userId, limit) {
    const rows = await transaction
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select(['messages.role', 'messages.text', 'messages.rests_on'])
      .where('conversations.source', '=', source)
      .where(sql`conversations.meta ->> 'channel_id'`, '=', channelId)
      .where(sql`conversations.meta ->> 'root_id'`, '=', rootId)
      .where('messages.user_id', '=', userId)
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(limit)
      .execute()
    // Only ids are inserted.
    return rows
      .toReversed()
      .map(({ role, text, rests_on }) => ({ role, text, basedOn: rests_on as DocumentId[] }))
  },

  async lock({ source, channelId, rootId }, userId) {
    const { rows } = await sql<{ id: string }>`
      select id from conversations
      where source = ${source} and meta ->> 'channel_id' = ${channelId} and meta ->> 'root_id' = ${rootId}
        and exists (select from messages where conversation_id = conversations.id and user_id = ${userId})
      for update
    `.execute(transaction)
    return rows.length > 0
  },

  async remove({ source, channelId, rootId }, userId) {
    const { rows } = await sql`
      delete from conversations
      where source = ${source} and meta ->> 'channel_id' = ${channelId} and meta ->> 'root_id' = ${rootId}
        and exists (select from messages where conversation_id = conversations.id and user_id = ${userId})
      returning id
    `.execute(transaction)
    return rows.length > 0
  },

  async removeOwn(userId) {
    await sql`
      delete from conversations where source = ${ownSource} and meta ->> 'channel_id' = ${userId}
    `.execute(transaction)
  },

  async append({ source, channelId, rootId }, userId, messages, newId) {
    // Deleting an account locks it before its conversations, too: the other order would deadlock.
    await sql`select from users where id = ${userId} for key share`.execute(transaction)
    const { rows } = await sql<{ id: string }>`
      insert into conversations (id, user_id, source, meta)
      values (${newId()}, ${userId}, ${source}, jsonb_build_object('channel_id', ${channelId}::text, 'root_id', ${rootId}::text))
      on conflict (source, (meta ->> 'channel_id'), (meta ->> 'root_id')) do update set updated_at = now()
      returning id
    `.execute(transaction)
    const conversation_id = rows[0]!.id
    const added = messages.map(({ role, text, basedOn }) => ({
      id: newId(),
      conversation_id,
      user_id: userId,
      role,
      text,
      rests_on: [...basedOn],
    }))
    await transaction.insertInto('messages').values(added).execute()
  },
})
