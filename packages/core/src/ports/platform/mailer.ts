import type { Mail, MailVerdict } from '../../model/mail/mail.ts'

/** The way out for mail. */
export interface Mailer {
  /** Hands one mail to the mail server, to its one recipient. Takes minutes when the server is slow and throws for nothing it says. */
  send(mail: Mail): Promise<MailVerdict>
}
