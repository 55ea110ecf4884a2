import type { Mail, MailOutcome } from '../../model/mail/mail.ts'

/** Sends email. */
export interface Mailer {
  /**
   * Hands one email to the mail server, for its one recipient. May take minutes if the server is
   * slow. Never throws because of the server's response.
   */
  send(mail: Mail): Promise<MailOutcome>

  /** How many emails of a long list are sent per second, over all processes. */
  readonly bulkPerSecond: number
}
