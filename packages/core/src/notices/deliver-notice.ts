import type { JobOf, JobOutcome, Ports } from '../ports/index.ts'
import { err, ok } from '../result.ts'

/** Mails a notice. Without a mail server nobody can be told, and a mail that is refused for good is not tried again. */
export async function deliverNotice(ports: Pick<Ports, 'mailer'>, { notice }: JobOf<'deliver_notice'>): Promise<JobOutcome> {
  if (ports.mailer === null) return ok(null)
  const verdict = await ports.mailer.send({ kind: 'notice', ...notice })
  return verdict.kind === 'deferred' ? err({ code: 'mail.deferred', reason: verdict.reason }) : ok(null)
}
