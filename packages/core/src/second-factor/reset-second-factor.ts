import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type {
  AccountNotFound,
  ChangesExhausted,
  Forbidden,
} from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { authorizeAccountAct } from '../authorization/authorize-account-act.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import { accountBucket, settleAttempts } from '../attempt-limits/attempt-limits.ts'
import { revokeCredentials } from '../credentials/revoke-credentials.ts'
import { removeSecondFactor } from '../credentials/second-factor.ts'

export type ResetSecondFactor = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Removes another person's second factor according to the permission matrix. The operator may remove any. The person's
 * sessions end, and reset links and link codes are revoked. If the role requires a second factor, the next sign-in enrols a new one.
 */
export async function resetSecondFactor(
  ports: Pick<Ports, 'attemptLimits'> &
    Transacts<
      | 'accounts'
      | 'audit'
      | 'challenges'
      | 'identities'
      | 'jobs'
      | 'keys'
      | 'linkCodes'
      | 'lockAccount'
      | 'now'
      | 'passwordResets'
      | 'recoveryCodes'
      | 'sessions'
    >,
  { actor, userId }: ResetSecondFactor,
): Promise<Result<null, Forbidden | AccountNotFound | ChangesExhausted>> {
  const reset = await withinChangeLimit(ports, actor, 'administered_changes', () =>
    ports.transact(async (stores) => {
      const target = await authorizeAccountAct(stores, {
        actor,
        act: 'reset_second_factor',
        userId,
      })
      if (!target.ok) return target
      await removeSecondFactor(stores, target.value.account, 'second_factor_reset')
      await revokeCredentials(stores, userId, null)
      await stores.audit.append(auditEntry(actor, 'second_factor.reset', `user:${userId}`))
      return ok(null)
    }),
  )
  if (reset.ok) await settleAttempts(ports.attemptLimits.clear(accountBucket(userId)))
  return reset
}
