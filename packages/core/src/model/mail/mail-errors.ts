/** No mail server is configured, and what was asked for ends in a mail. */
export type MailNotConfigured = { readonly code: 'mail.not_configured' }

export type MailError = MailNotConfigured
