import type { GroupSlug, GroupStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { accountColumns, accountFromRow } from './account-row.ts'
import type { Tables } from '../tables.ts'

export const postgresGroupStore = (transaction: Transaction<Tables>): GroupStore => ({
  async insert(group) {
    const inserted = await transaction
      .insertInto('groups')
      .values({ slug: group.slug, created_at: group.createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  },

  async find(slug) {
    const row = await transaction
      .selectFrom('groups')
      .selectAll()
      .where('slug', '=', slug)
      .executeTakeFirst()
    return row === undefined ? null : { slug: row.slug as GroupSlug, createdAt: row.created_at }
  },

  async list() {
    const rows = await transaction
      .selectFrom('groups')
      .selectAll()
      .select((group) =>
        group
          .selectFrom('group_members')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .whereRef('group_members.slug', '=', 'groups.slug')
          .as('members'),
      )
      .orderBy(sql`slug collate "C"`)
      .execute()
    return rows.map((row) => ({
      slug: row.slug as GroupSlug,
      createdAt: row.created_at,
      memberCount: Number(row.members),
    }))
  },

  async listMembers(slug, { after, limit }) {
    const rows = await transaction
      .selectFrom('group_members')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .select(accountColumns)
      .where('slug', '=', slug)
      .$if(after !== null, (query) => query.where(sql<boolean>`email collate "C" > ${after}`))
      .orderBy(sql`email collate "C"`)
      .limit(limit)
      .execute()
    return rows.map(accountFromRow)
  },

  async listByMember(accountId) {
    const rows = await transaction
      .selectFrom('group_members')
      .select('slug')
      .where('user_id', '=', accountId)
      .orderBy(sql`slug collate "C"`)
      .execute()
    return rows.map((row) => row.slug as GroupSlug)
  },

  async delete(slug) {
    const { numDeletedRows } = await transaction
      .deleteFrom('groups')
      .where('slug', '=', slug)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async addMember(slug, accountId) {
    const inserted = await transaction
      .insertInto('group_members')
      .values({ slug, user_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  },

  async removeMember(slug, accountId) {
    const { numDeletedRows } = await transaction
      .deleteFrom('group_members')
      .where('slug', '=', slug)
      .where('user_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },
})
