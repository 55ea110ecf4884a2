import type { Mailer } from '../../../ports/platform/mailer.ts'
import type { Mail, MailVerdict } from '../../../model/mail/mail.ts'

/** A mailer that keeps what it sent, and what it perhaps sent. */
export type MemoryMailer = Mailer & {
  readonly sent: readonly Mail[]
  /** What the next mails come to, one after the other; then they are accepted again. */
  readonly answer: (...verdicts: readonly MailVerdict[]) => void
}

export function memoryMailer(): MemoryMailer {
  const sent: Mail[] = []
  const verdicts: MailVerdict[] = []
  return {
    sent,
    answer: (...next) => void verdicts.push(...next),
    async send(mail) {
      const verdict = verdicts.shift() ?? { kind: 'accepted' }
      if (verdict.kind === 'accepted' || verdict.kind === 'unknown') sent.push(mail)
      return verdict
    },
  }
}
