import {
  isGivenByOwners,
  roles,
  type Email,
  type Invitation,
  type InvitationId,
  type InvitationStore,
} from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import {
  isOver,
  listInvitationRows,
  presentState,
  type InvitationRow,
} from './invitation-search.ts'

/** Roles that only Owners may invite. */
const givenByOwners = roles.filter(isGivenByOwners)

const isPending = sql<boolean>`(state in ('queued', 'sent', 'failed') and not ${isOver})`

export const postgresInvitationStore = (transaction: Transaction<Tables>): InvitationStore => ({
  insert: (invitations) => insert(transaction, invitations),

  async lock(id) {
    const row = await select(transaction).where('id', '=', id).forUpdate().executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async lockPending(email) {
    const row = await select(transaction)
      .where('email', '=', email)
      .where(isPending)
      .forUpdate()
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async findByDigest(digest) {
    const row = await select(transaction).where('token_hash', '=', digest).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  update: (invitation) => update(transaction, invitation),

  async requeue(invitation) {
    await expire(transaction, [invitation.email], invitation.id)
    await update(transaction, invitation)
  },

  async failQueued(ids, reason) {
    await sql`
      with held as materialized (
        select id from invitations where id = any(${ids}::uuid[]) and state = 'queued' order by id desc for update
      )
      update invitations set state = 'failed', token_hash = null, sending_since = null, last_error = ${reason}
      where id in (select id from held)
    `.execute(transaction)
  },

  async revokeOwnerInvitations(invitedBy) {
    const { numUpdatedRows } = await transaction
      .updateTable('invitations')
      .set({
        state: 'revoked',
        token_hash: null,
        sending_since: null,
        revoked_at: sql<Date>`date_trunc('milliseconds', now())`,
      })
      .where('id', 'in', (invitations) =>
        invitations
          .selectFrom('invitations')
          .select('id')
          .where('invited_by', '=', invitedBy)
          .where('role', 'in', givenByOwners)
          .where(isPending)
          // In the order in which failed ones are resent: the other one would deadlock.
          .orderBy('id', 'desc')
          .forUpdate(),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },

  async countOwnerInvitations(invitedBy) {
    const { count } = await transaction
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('invited_by', '=', invitedBy)
      .where('role', 'in', givenByOwners)
      .where(isPending)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  async listPending(emails) {
    const rows = await transaction
      .selectFrom('invitations')
      .select('email')
      .where(sql<boolean>`email = any(${[...emails]}::text[])`)
      .where(isPending)
      .execute()
    return rows.map(({ email }) => email)
  },

  async list(filter, page) {
    return (await listInvitationRows(transaction, filter, page)).map(fromRow)
  },

  async listInvited(importId, emails) {
    const rows = await transaction
      .selectFrom('invitations')
      .select('email')
      .distinct()
      .where('import_id', '=', importId)
      .where(sql<boolean>`email = any(${[...emails]}::text[])`)
      .execute()
    return rows.map(({ email }) => email)
  },

  async findEmail(id) {
    const row = await transaction
      .selectFrom('invitations')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : row.email
  },
})

async function insert(
  transaction: Transaction<Tables>,
  invitations: readonly Invitation[],
): Promise<void> {
  const emails = invitations.map(({ email }) => email)
  await expire(transaction, emails, null)
  await sql`
    insert into invitations select * from jsonb_populate_recordset(null::invitations, ${JSON.stringify(invitations.map(toRow))}::jsonb)
  `.execute(transaction)
}

async function update(transaction: Transaction<Tables>, invitation: Invitation): Promise<void> {
  const { id, ...changed } = toRow(invitation)
  const { numUpdatedRows } = await transaction
    .updateTable('invitations')
    .set(changed)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`invitation ${id} is missing`)
}

/**
 * Makes room for a pending invitation of these addresses, `id` if it is stored already; the index of pending ones
 * cannot know the time.
 */
async function expire(
  transaction: Transaction<Tables>,
  emails: readonly Email[],
  id: InvitationId | null,
): Promise<void> {
  await sql`
    update invitations set state = 'expired'
    where ${isOver} and email = any(${[...emails]}::text[]) and id is distinct from ${id}
  `.execute(transaction)
}

const select = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('invitations').selectAll().select(presentState.as('present'))

type Row = Selectable<Tables['invitations']>

const toRow = (invitation: Invitation): Row => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  import_id: invitation.importId,
  state: invitation.state,
  created_at: invitation.createdAt,
  queued_at: invitation.queuedAt,
  token_hash: invitation.tokenDigest,
  expires_at: invitation.expiresAt,
  sending_since: invitation.sendingSince,
  sent_at: invitation.sentAt,
  accepted_at: invitation.acceptedAt,
  revoked_at: invitation.revokedAt,
  attempts: invitation.attempts,
  last_error: invitation.lastError,
})

const fromRow = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  importId: row.import_id,
  state: row.present,
  createdAt: row.created_at,
  queuedAt: row.queued_at,
  tokenDigest: row.token_hash,
  expiresAt: row.expires_at,
  sendingSince: row.sending_since,
  sentAt: row.sent_at,
  acceptedAt: row.accepted_at,
  revokedAt: row.revoked_at,
  attempts: row.attempts,
  lastError: row.last_error,
})
