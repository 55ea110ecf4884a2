import type { ChatMarkStore, DropCounts } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const postgresChatMarkStore = (transaction: Transaction<Tables>): ChatMarkStore => ({
  async begin(botId, from) {
    const { rows } = await sql<{ settled_at: Date | null }>`
      insert into chat_marks as mark (bot_user_id, settled_at) values (${botId}, ${from})
      on conflict (bot_user_id) do update set settled_at = coalesce(mark.settled_at, excluded.settled_at)
      returning settled_at
    `.execute(transaction)
    return rows[0]!.settled_at
  },

  async settle(botId, until) {
    await sql`
      insert into chat_marks as mark (bot_user_id, settled_at) values (${botId}, ${until})
      on conflict (bot_user_id) do update set settled_at = greatest(mark.settled_at, excluded.settled_at)
    `.execute(transaction)
  },

  async forget() {
    await sql`update chat_marks set settled_at = null where settled_at is not null`.execute(transaction)
  },

  async addDropped(botId, dropped) {
    // Those of the row are as they are once it is held.
    await sql`
      insert into chat_marks as mark (bot_user_id, dropped) values (${botId}, ${JSON.stringify(dropped)})
      on conflict (bot_user_id) do update set dropped = mark.dropped || (
        select coalesce(jsonb_object_agg(reason, count::int + coalesce((mark.dropped ->> reason)::int, 0)), '{}')
        from jsonb_each_text(excluded.dropped) as added (reason, count)
      )
    `.execute(transaction)
  },

  async findDropped(botId) {
    const row = await transaction.selectFrom('chat_marks').select('dropped').where('bot_user_id', '=', botId).executeTakeFirst()
    return row?.dropped ?? ({} satisfies DropCounts)
  },
})
