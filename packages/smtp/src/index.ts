export { parseSmtpUrl } from './parse-smtp-url.ts'
export { smtpMailer, type SmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'
