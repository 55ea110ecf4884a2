import type { Mailer } from '../../../ports/platform/mailer.ts'
import type { Mail, MailOutcome } from '../../../model/mail/mail.ts'

/** A mailer that keeps the emails it sent or possibly sent. */
export type MemoryMailer = Mailer & {
  readonly sent: readonly Mail[]
  /** The outcomes of the next emails, in order; later ones are accepted again. */
  readonly answer: (...verdicts: readonly MailOutcome[]) => void
}

export function memoryMailer(): MemoryMailer {
  const sent: Mail[] = []
  const verdicts: MailOutcome[] = []
  return {
    sent,
    bulkPerSecond: 2,
    answer: (...next) => void verdicts.push(...next),
    async send(mail) {
      const verdict = verdicts.shift() ?? { kind: 'accepted' }
      if (verdict.kind === 'accepted' || verdict.kind === 'unknown') sent.push(mail)
      return verdict
    },
  }
}
