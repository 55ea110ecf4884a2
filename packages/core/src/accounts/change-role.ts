import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { Account, AccountId, Role } from '../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { removableTargetOf, targetOf } from '../authorization/target.ts'

export type ChangeRole = { readonly actor: Actor; readonly userId: AccountId; readonly role: Role }

/**
 * Gives a person another role. What reads the database holds it at once, an issued access token says the old one to
 * its end. Invitations to be an Owner go with the role that made them, and
 * service keys with their responsible person's. The same role again changes nothing.
 */
export async function changeRole(
  ports: Pick<Ports, 'transact'>,
  { actor, userId, role }: ChangeRole,
): Promise<Result<Account, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const request = { actor, act: 'change_role', userId } as const
    const target = role === 'Owner' ? await targetOf(stores, request) : await removableTargetOf(stores, request)
    if (!target.ok) return target
    const { account, by } = target.value
    if (account.role === role) return ok(account)

    const changed: Account = { ...account, role, updatedAt: await stores.now() }
    await stores.accounts.update(changed)
    if (account.role === 'Owner') await stores.invitations.revokeOwnerInvitations(userId)
    const meta = { from: account.role, to: role, service_keys: await endServiceKeys(stores, account, by.id) }
    await stores.audit.append(auditEntry(actor, 'account.change_role', `user:${userId}`, meta))
    return ok(changed)
  })
}
