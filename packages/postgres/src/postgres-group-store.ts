import type { Email, GroupSlug, GroupStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

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
    const row = await transaction.selectFrom('groups').selectAll().where('slug', '=', slug).executeTakeFirst()
    return row === undefined ? null : { slug: row.slug as GroupSlug, createdAt: row.created_at }
  },

  async list() {
    const rows = await transaction
      .selectFrom('groups')
      .leftJoin('group_members', 'group_members.slug', 'groups.slug')
      .leftJoin('users', 'users.id', 'group_members.user_id')
      .select(['groups.slug', 'groups.created_at'])
      .select(
        sql<
          Email[]
        >`coalesce(array_agg(users.email order by users.email collate "C") filter (where users.id is not null), '{}')`.as(
          'members',
        ),
      )
      .groupBy(['groups.slug', 'groups.created_at'])
      .orderBy(sql`groups.slug collate "C"`)
      .execute()
    return rows.map((row) => ({ slug: row.slug as GroupSlug, createdAt: row.created_at, members: row.members }))
  },

  async listOf(accountId) {
    const rows = await transaction
      .selectFrom('group_members')
      .select('slug')
      .where('user_id', '=', accountId)
      .orderBy(sql`slug collate "C"`)
      .execute()
    return rows.map((row) => row.slug as GroupSlug)
  },

  async delete(slug) {
    const { numDeletedRows } = await transaction.deleteFrom('groups').where('slug', '=', slug).executeTakeFirst()
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
