import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Transacts } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../../model/accounts/account-errors.ts'
import {
  profileOf,
  type Account,
  type AccountId,
  type AccountProfile,
} from '../../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { revokeCredentials } from '../../credentials/revoke-credentials.ts'
import { authorizeAccountRemoval } from '../../authorization/authorize-account-act.ts'

export type DeactivateAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Deactivates an account, in one transaction: ends sessions, revokes keys, including the service
 * keys that the person is responsible for, disables personal agents, and revokes the invitations
 * that the person sent as an Owner, except those of Members. An issued access token remains valid until it expires, but nothing that reads the database
 * accepts it. Idempotent.
 */
export async function deactivateAccount(
  ports: Transacts<
    | 'accounts'
    | 'agents'
    | 'audit'
    | 'challenges'
    | 'invitations'
    | 'jobs'
    | 'keys'
    | 'linkCodes'
    | 'lockAccount'
    | 'lockOwners'
    | 'now'
    | 'passwordResets'
    | 'sessions'
  >,
  { actor, userId }: DeactivateAccount,
): Promise<Result<AccountProfile, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const target = await authorizeAccountRemoval(stores, { actor, act: 'deactivate', userId })
    if (!target.ok) return target
    const { account, actorRole } = target.value
    if (account.status === 'deactivated') return ok(profileOf(account))

    const deactivated: Account = {
      ...account,
      status: 'deactivated',
      updatedAt: await stores.now(),
    }
    await stores.accounts.update(deactivated)
    const ended = {
      sessions: await revokeCredentials(stores, userId, null),
      // First, because it locks both kinds of keys in a fixed order.
      service_keys: await endServiceKeys(stores, account, actorRole.id),
      keys: await stores.keys.revokeAll(userId, actorRole.id),
      agents: await stores.agents.disableAll(userId),
      invitations: await stores.invitations.revokeOwnerInvitations(userId),
    }
    await stores.audit.append(auditEntry(actor, 'account.deactivate', `user:${userId}`, ended))
    return ok(profileOf(deactivated))
  })
}
