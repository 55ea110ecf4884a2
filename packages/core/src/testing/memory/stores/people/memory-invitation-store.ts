import { isGivenByOwners } from '../../../../model/accounts/permissions.ts'
import type { AccountId } from '../../../../model/accounts/account.ts'
import {
  revoked,
  undeliverable,
  type Invitation,
  type InvitationState,
} from '../../../../model/invitations/invitation.ts'
import type { InvitationStore } from '../../../../ports/stores/people/invitation-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

const pendingStates: readonly InvitationState[] = ['queued', 'sent', 'failed']

/** The invitation as it is now: a sent one may have expired. */
export const presentInvitation = (invitation: Invitation, now: Date): Invitation =>
  invitation.state === 'sent' && invitation.expiresAt! <= now
    ? { ...invitation, state: 'expired' }
    : invitation

export function memoryInvitationStore({ invitations }: MemoryTables, now: Date): InvitationStore {
  const present = (invitation: Invitation) => presentInvitation(invitation, now)
  const all = () => [...invitations.values()].map(present)
  const pending = () => all().filter(({ state }) => pendingStates.includes(state))
  const ownerInvitations = (invitedBy: AccountId) =>
    pending().filter(
      (invitation) => isGivenByOwners(invitation.role) && invitation.invitedBy === invitedBy,
    )
  const update: InvitationStore['update'] = async (invitation) => {
    const { id } = invitation
    if (!invitations.has(id)) throw new Error(`invitation ${id} is missing`)
    invitations.set(id, invitation)
  }

  return {
    async insert(added) {
      const taken = new Set(pending().map(({ email }) => email))
      for (const invitation of added) {
        const { id, email, state } = invitation
        if (invitations.has(id)) throw new Error(`invitation ${id} exists`)
        if (taken.has(email) && pendingStates.includes(state))
          throw new Error(`a pending invitation of ${email} exists`)
        invitations.set(id, invitation)
        if (pendingStates.includes(state)) taken.add(email)
      }
    },

    async lock(id) {
      const invitation = invitations.get(id)
      return invitation === undefined ? null : present(invitation)
    },

    lockPending: async (email) =>
      pending().find((invitation) => invitation.email === email) ?? null,

    findByDigest: async (digest) => all().find(({ tokenDigest }) => tokenDigest === digest) ?? null,

    update,

    async requeue(invitation) {
      const { id, email } = invitation
      if (pending().some((other) => other.email === email && other.id !== id))
        throw new Error(`a pending invitation of ${email} exists`)
      await update(invitation)
    },

    countOwnerInvitations: async (invitedBy) => ownerInvitations(invitedBy).length,

    async revokeOwnerInvitations(invitedBy) {
      const theirs = ownerInvitations(invitedBy)
      for (const invitation of theirs) invitations.set(invitation.id, revoked(invitation, now))
      return theirs.length
    },

    async failQueued(ids, reason) {
      for (const id of ids) {
        const invitation = invitations.get(id)
        if (invitation?.state === 'queued') invitations.set(id, undeliverable(invitation, reason))
      }
    },

    async listPending(emails) {
      const wanted = new Set(emails)
      return pending().flatMap(({ email }) => (wanted.has(email) ? [email] : []))
    },

    async list({ state, importId, text }, { after, limit }) {
      return all()
        .filter((invitation) => state === null || invitation.state === state)
        .filter((invitation) => importId === null || invitation.importId === importId)
        .filter(({ email }) => text === null || email.includes(text.toLowerCase()))
        .filter(({ id }) => after === null || id < after)
        .toSorted((left, right) => (left.id > right.id ? -1 : 1))
        .slice(0, limit)
    },

    async listInvited(importId, emails) {
      const wanted = new Set(emails)
      return all().flatMap((invitation) =>
        invitation.importId === importId && wanted.has(invitation.email) ? [invitation.email] : [],
      )
    },

    findEmail: async (id) => invitations.get(id)?.email ?? null,
  }
}
