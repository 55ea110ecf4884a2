/** The request ends in an email, and the mail server is not configured. */
export type MailNotConfigured = { readonly code: 'mail.not_configured' }

export type MailError = MailNotConfigured
