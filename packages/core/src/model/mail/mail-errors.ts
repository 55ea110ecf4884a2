/** The request ends in an email, and the mail server is not configured. */
export type MailNotConfigured = { readonly code: 'mail.not_configured' }

/** The person has requested all test emails of this hour. */
export type TestEmailsExhausted = {
  readonly code: 'mail.tests_exhausted'
  readonly retryAfterSeconds: number
}

export type MailError = MailNotConfigured | TestEmailsExhausted
