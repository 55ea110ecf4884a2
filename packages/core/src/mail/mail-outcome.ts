import type { JobOutcome, JobPast, MailVerdict } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'

/**
 * What became of a job that sends one mail. A mail that was perhaps taken is handed over once more, so that none is
 * lost, and then never again, so that nobody gets many.
 */
export function mailOutcome(verdict: MailVerdict, { isPerhapsDone }: Pick<JobPast, 'isPerhapsDone'>): JobOutcome {
  if (verdict.kind === 'deferred') return err({ code: 'mail.deferred', reason: verdict.reason })
  return verdict.kind === 'unknown' && !isPerhapsDone ? err({ code: 'mail.unknown', reason: verdict.reason }) : ok(null)
}
