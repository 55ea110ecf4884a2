import type { Agent, AgentStore } from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

const listMax = 1_000

export const postgresAgentStore = (transaction: Transaction<Tables>): AgentStore => ({
  async listByOwner(ownerId) {
    const rows = await transaction
      .selectFrom('personal_agents')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy(sql`name collate "C"`)
      .orderBy('id')
      .limit(listMax)
      .execute()
    return rows.map(fromRow)
  },

  async switch(ownerId, id, enabled) {
    const row = await transaction
      .updateTable('personal_agents')
      .set({ enabled })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async disableAll(ownerId) {
    const { numUpdatedRows } = await transaction
      .updateTable('personal_agents')
      .set({ enabled: false })
      .where('owner_id', '=', ownerId)
      .where('enabled', '=', true)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },
})

const fromRow = (row: Selectable<Tables['personal_agents']>): Agent => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  enabled: row.enabled,
})
