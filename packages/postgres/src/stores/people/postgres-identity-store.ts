import type { ExternalId, Identity, IdentityStore } from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import { hiddenList, queryPrepared } from '../../connections/connections-of.ts'
import type { Tables } from '../../tables.ts'

const listMax = 1_000

export const postgresIdentityStore = (transaction: Transaction<Tables>): IdentityStore => ({
  async insert({ id, source, externalId, userId, createdAt }) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('identity_mapping')
      .values({ id, source, external_id: externalId, user_id: userId, created_at: createdAt })
      .onConflict((conflict) => conflict.columns(['source', 'external_id']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  async find(source, externalId) {
    const row = await transaction
      .selectFrom('identity_mapping')
      .selectAll()
      .where('source', '=', source)
      .where('external_id', '=', externalId)
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async findLinked(source, externalIds) {
    const rows = await queryPrepared<{ external_id: ExternalId }>(transaction, {
      name: 'find_linked',
      text: `select external_id from identity_mapping where source = $1 and external_id = any(${hiddenList('$2', 'text')})`,
      values: [source, externalIds],
    })
    return new Set(rows.map(({ external_id: externalId }) => externalId))
  },

  async listByUser(userId) {
    const rows = await transaction
      .selectFrom('identity_mapping')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(listMax)
      .execute()
    return rows.map(fromRow)
  },

  async remove(userId, id) {
    const row = await transaction
      .deleteFrom('identity_mapping')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async removeAll(source) {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_mapping')
      .where('source', '=', source)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

const fromRow = (row: Selectable<Tables['identity_mapping']>): Identity => ({
  id: row.id,
  source: row.source,
  externalId: row.external_id,
  userId: row.user_id,
  createdAt: row.created_at,
})
