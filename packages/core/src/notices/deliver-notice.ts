import { mailOutcome } from '../mail/mail-outcome.ts'
import {
  noHistory,
  type JobOf,
  type JobOutcome,
  type JobHistory,
  type Ports,
} from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** Sends a notice by email. Without a mail server it does nothing. A rejected email is not retried. */
export async function deliverNotice(
  ports: Pick<Ports, 'mailer'>,
  { notice }: JobOf<'deliver_notice'>,
  past: JobHistory = noHistory,
): Promise<JobOutcome> {
  if (ports.mailer === null) return ok(null)
  return mailOutcome(await ports.mailer.send({ kind: 'notice', ...notice }), past)
}
