import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed, type AuditAction } from '../model/audit-entry.ts'
import { ok } from '../model/result.ts'
import type { RefusalTarget, Transacts } from '../ports/index.ts'

export type FailedAttempt = {
  readonly actor: Anonymous
  readonly action: AuditAction
  readonly target: RefusalTarget
  /** Whether an attempt limit refused it. Such attempts are only counted: they may be a flood. */
  readonly isOverLimit: boolean
}

/** Records a failed attempt to sign in. */
export async function recordFailedAttempt(
  { transact }: Transacts<'audit' | 'refusals'>,
  { actor, action, target, isOverLimit }: FailedAttempt,
): Promise<void> {
  await transact(async ({ audit, refusals }) =>
    ok(
      await (isOverLimit
        ? refusals.count(target, 1)
        : audit.append(failed(auditEntry(actor, action, target)))),
    ),
  )
}
