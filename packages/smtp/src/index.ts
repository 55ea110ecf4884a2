export { parseSmtpUrl } from './parse-smtp-url.ts'
export { mailLanguages, type MailLanguage } from './texts/mail-texts.ts'
export { smtpMailer, type SmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'
