import {
  groupDocumentsMax,
  type AccountId,
  type Email,
  type GroupSlug,
  type GroupStore,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import { accountColumns, accountFromRow } from './account-row.ts'
import type { Tables } from '../../tables.ts'
import { containsText } from '../text-search.ts'

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
    return row === undefined ? null : { slug: row.slug, createdAt: row.created_at }
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
      slug: row.slug,
      createdAt: row.created_at,
      memberCount: Number(row.members),
    }))
  },

  async listPage(text, { after, limit }) {
    await planByIndex(transaction)
    const { rows } = await sql<{
      slug: GroupSlug
      created_at: Date
      members: string
      documents: string
    }>`
      select groups.*,
        (select count(*) from group_members where group_members.slug = groups.slug) as members,
        (
          select count(*) from (
            select from documents where allowed @> array['group:' || groups.slug] limit ${groupDocumentsMax}
          ) as named
        ) as documents
      from groups where ${text === null ? sql`true` : containsText(sql`slug`, text)}
        and ${after === null ? sql`true` : sql`slug collate "C" > ${after}`}
      order by slug collate "C" limit ${limit}
    `.execute(transaction)
    return rows.map((row) => ({
      slug: row.slug,
      createdAt: row.created_at,
      memberCount: Number(row.members),
      documentCount: Number(row.documents),
    }))
  },

  async listMembers(slug, { after, limit }, text) {
    const rows = await transaction
      .selectFrom('group_members')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .select(accountColumns)
      .where('slug', '=', slug)
      .$if(after !== null, (query) => query.where(sql<boolean>`email collate "C" > ${after}`))
      .$if(text !== null, (query) => query.where(containsText(sql`search_text`, text!)))
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
    return rows.map((row) => row.slug)
  },

  async delete(slug) {
    const { numDeletedRows } = await transaction
      .deleteFrom('groups')
      .where('slug', '=', slug)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async addMember(slug, accountId) {
    const { rows } = await sql<{ has_group: boolean; has_account: boolean; is_added: boolean }>`
      with named as materialized (select slug from groups where slug = ${slug} for key share),
      account as materialized (select id from users where id = ${accountId} for key share),
      added as (
        insert into group_members (slug, user_id) select named.slug, account.id from named, account
        on conflict do nothing
        returning slug
      )
      select
        exists (select from named) as has_group,
        exists (select from account) as has_account,
        exists (select from added) as is_added
    `.execute(transaction)
    const { has_group, has_account, is_added } = rows[0]!
    if (!has_group) return 'group_not_found'
    if (!has_account) return 'account_not_found'
    return is_added ? 'added' : 'already_member'
  },

  async addMembers(slug, emails) {
    const { rows } = await sql<AdditionRow>`
      with named as materialized (select slug from groups where slug = ${slug} for key share),
      account as materialized (
        select id, email from users where email = any(${[...emails]}::text[]) order by email collate "C" for key share
      ),
      added as (
        insert into group_members (slug, user_id) select named.slug, account.id from named, account
        on conflict do nothing
        returning user_id
      )
      select exists (select from named) as has_group, account.id, account.email, added.user_id is not null as is_added
      from (select) as asked
      left join account on true
      left join added on added.user_id = account.id
      order by account.email collate "C"
    `.execute(transaction)
    if (!rows[0]!.has_group) return null
    return new Map(
      rows.flatMap((row) =>
        row.id === null ? [] : [[row.email, { userId: row.id, isAdded: row.is_added }] as const],
      ),
    )
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

/** One row without an account if none of the addresses has one. */
type AdditionRow = { readonly has_group: boolean; readonly is_added: boolean } & (
  | { readonly id: AccountId; readonly email: Email }
  | { readonly id: null }
)
