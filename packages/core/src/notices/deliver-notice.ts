import { mailOutcome } from '../mail/mail-outcome.ts'
import { noPast, type JobOf, type JobOutcome, type JobPast, type Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** Mails a notice. Without a mail server nobody can be told, and a mail that is refused for good is not tried again. */
export async function deliverNotice(
  ports: Pick<Ports, 'mailer'>,
  { notice }: JobOf<'deliver_notice'>,
  past: JobPast = noPast,
): Promise<JobOutcome> {
  if (ports.mailer === null) return ok(null)
  return mailOutcome(await ports.mailer.send({ kind: 'notice', ...notice }), past)
}
