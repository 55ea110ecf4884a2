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
  type Role,
} from '../../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import {
  authorizeAccountRemoval,
  authorizeAccountAct,
} from '../../authorization/authorize-account-act.ts'

export type ChangeRole = { readonly actor: Actor; readonly userId: AccountId; readonly role: Role }

/**
 * Changes a person's role. Rules that read the database apply it at once; an issued access token
 * contains the old role until it expires. Revokes the invitations of Owners and Admins that an Owner sent, and the
 * service keys of a person who is no longer an Owner. The current role changes nothing.
 */
export async function changeRole(
  ports: Transacts<
    'accounts' | 'audit' | 'invitations' | 'jobs' | 'keys' | 'lockAccount' | 'lockOwners' | 'now'
  >,
  { actor, userId, role }: ChangeRole,
): Promise<Result<AccountProfile, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const request = { actor, act: 'change_role', userId } as const
    const target =
      role === 'Owner'
        ? await authorizeAccountAct(stores, request)
        : await authorizeAccountRemoval(stores, request)
    if (!target.ok) return target
    const { account, actorRole } = target.value
    if (account.role === role) return ok(profileOf(account))

    const changed: Account = { ...account, role, updatedAt: await stores.now() }
    await stores.accounts.update(changed)
    const meta = {
      from: account.role,
      to: role,
      service_keys: await endServiceKeys(stores, account, actorRole.id),
      invitations:
        account.role === 'Owner' ? await stores.invitations.revokeOwnerInvitations(userId) : 0,
    }
    await stores.audit.append(auditEntry(actor, 'account.change_role', `user:${userId}`, meta))
    return ok(profileOf(changed))
  })
}
