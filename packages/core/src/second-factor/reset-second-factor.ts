import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { targetOf } from '../authorization/target.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import { accountBucket } from '../attempt-limits/guesses.ts'
import { removeSecondFactor } from '../credentials/second-factor.ts'

export type ResetSecondFactor = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Clears another person's second factor by the permission matrix; the operator clears anybody's. The person's
 * sessions end, and a role that requires a second factor enrols again at the next sign-in.
 */
export async function resetSecondFactor(
  ports: Pick<Ports, 'guessBudgets' | 'transact'>,
  { actor, userId }: ResetSecondFactor,
): Promise<Result<null, Forbidden | AccountNotFound>> {
  const reset = await ports.transact(async (stores) => {
    const target = await targetOf(stores, { actor, act: 'reset_second_factor', userId })
    if (!target.ok) return target
    await removeSecondFactor(stores, target.value.account, 'second_factor_reset')
    await stores.challenges.removeAll(userId)
    await stores.sessions.endAll(userId, null)
    await stores.audit.append(auditEntry(actor, 'second_factor.reset', `user:${userId}`))
    return ok(null)
  })
  if (reset.ok) await ports.guessBudgets.clear(accountBucket(userId))
  return reset
}
