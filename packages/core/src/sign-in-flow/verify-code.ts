import { knownDevice, settleAttempts, verifyWithinLimit } from '../attempt-limits/attempt-limits.ts'
import type { Anonymous } from '../model/actor.ts'
import type { AuditAction } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { verifyAttempt, type OpenChallenge } from './open-challenge.ts'
import { recordFailedAttempt } from './record-failed-attempt.ts'

/** An attempt at the code that a challenge asks for. */
export type CodeAttempt = {
  readonly actor: Anonymous
  /** Of the device; null if it has none. */
  readonly deviceToken: string | null
  /** What a wrong code is in the audit log. */
  readonly action: AuditAction
}

/**
 * Verifies a code within the limit of the device or else of the account. A correct code clears the limit. Null if the
 * code is wrong or the limit is exhausted, which is recorded. If `verify` throws, the attempt is returned to the
 * challenge and to the limit.
 */
export async function verifyCode<Verified>(
  ports: Pick<Ports, 'attemptLimits' | 'deviceTokens' | 'log'> &
    Transacts<'accounts' | 'audit' | 'challenges' | 'jobs' | 'now' | 'refusals'>,
  opened: OpenChallenge,
  { actor, deviceToken, action }: CodeAttempt,
  verify: () => Promise<Verified | null>,
): Promise<Verified | null> {
  const { account } = opened
  const checked = await verifyAttempt(ports, opened, () =>
    verifyWithinLimit(ports, actor, knownDevice(ports, deviceToken, account), verify),
  )
  if (checked.kind === 'exhausted' || checked.verdict === null) {
    const isOverLimit = checked.kind === 'exhausted'
    const target = `user:${account.id}` as const
    await recordFailedAttempt(ports, { actor, action, target, isOverLimit })
    return null
  }
  await settleAttempts(ports.attemptLimits.clear(checked.bucket))
  return checked.verdict
}
