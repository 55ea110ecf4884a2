import type { JobOutcome, JobHistory, MailOutcome } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'

/**
 * The outcome of a job that sends one email. An email of unknown outcome is resent once, so that none is lost, and then
 * never again, so that no one gets many.
 */
export function mailOutcome(
  verdict: MailOutcome,
  { mayBeDone }: Pick<JobHistory, 'mayBeDone'>,
): JobOutcome {
  if (verdict.kind === 'deferred') return err({ code: 'mail.deferred', reason: verdict.reason })
  return verdict.kind === 'unknown' && !mayBeDone
    ? err({ code: 'mail.unknown', reason: verdict.reason })
    : ok(null)
}
