import { ownSource, type ConversationStore } from '@ken/core/ports'
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
    return rows.toReversed().map(({ role, text, rests_on }) => ({ role, text, basedOn: rests_on }))
  },

  async lock({ source, channelId, rootId }, userId) {
    // The account before its conversation, as in `append`, and as deleting an account does: the other order would
    // deadlock.
    const { rows } = await sql<{ id: string }>`
      with person as materialized (select from users where id = ${userId} for key share)
      select conversations.id from conversations, person
      where source = ${source} and meta ->> 'channel_id' = ${channelId} and meta ->> 'root_id' = ${rootId}
        and exists (select from messages where conversation_id = conversations.id and user_id = ${userId})
      for update of conversations
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
    const added = messages.map(({ role, text, basedOn }) => ({
      id: newId(),
      role,
      text,
      rests_on: [...basedOn],
    }))
    // Deleting an account locks it before its conversations, too: the other order would deadlock.
    const { rows } = await sql`
      with person as materialized (select from users where id = ${userId} for key share),
      conversation as (
        insert into conversations (id, user_id, source, meta)
        select ${newId()}::uuid, ${userId}::uuid, ${source}, jsonb_build_object('channel_id', ${channelId}::text, 'root_id', ${rootId}::text)
        from person
        on conflict (source, (meta ->> 'channel_id'), (meta ->> 'root_id')) do update set updated_at = now()
        returning id
      )
      insert into messages (id, conversation_id, user_id, role, text, rests_on)
      select added.id, conversation.id, ${userId}::uuid, added.role, added.text, added.rests_on
      from conversation, jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (id uuid, role text, text text, rests_on uuid[])
      returning messages.id
    `.execute(transaction)
    return rows.length > 0
  },
})
