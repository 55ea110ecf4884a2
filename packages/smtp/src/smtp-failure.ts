import type { MailVerdict } from '@ken/core/ports'
import type { NodemailerError } from 'nodemailer'
import type { Patience } from './open-pool.ts'

/** Why a mail was not taken, and whether another try can change that. */
export type SmtpFailure = Exclude<MailVerdict, { readonly kind: 'accepted' }>

/**
 * What an error of the transport means. Only an answer to this recipient or to this text refuses a mail for good
 * (RFC 5321, 4.2.1): whatever goes wrong before, the sender included, concerns the mail server, its settings or the way there,
 * and is mended without losing the mail. A mail that the server has whole it may have taken, unless it answered.
 * The reason completes "The mail server failed:" and quotes neither what the server was sent nor what it said, because servers
 * quote what they were sent.
 */
export function smtpFailure(error: NodemailerError, patience: Patience, isHandedOver: boolean): SmtpFailure {
  const { code, command = '', permanent = false, responseCode } = error
  if (isHandedOver && responseCode === undefined) {
    const silence = code === 'EABORT' || code === 'ETIMEDOUT' ? `within ${patience.answerMs} ms` : 'before the connection ended'
    return { kind: 'unknown', reason: `it has the mail and did not say ${silence} whether it takes it` }
  }
  const isAboutMail = aboutMail.has(command) && responseCode !== authenticationRequired
  return { kind: permanent && isAboutMail ? 'refused' : 'deferred', reason: reasonOf(error, patience) }
}

/** RFC 4954: the server would take the mail from somebody who has signed in. */
const authenticationRequired = 530

/** Each mail has the same sender. */
const aboutMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

const refusals: { readonly [command: string]: string } = {
  'MAIL FROM': 'it refuses the sender: check KEN_MAIL_FROM',
  'RCPT TO': 'it refuses the recipient',
  DATA: 'it refuses the mail',
}

export const silence = 'it did not answer in time'

/** By the code of the system, which says more than that of the transport. */
const networkReasons: { readonly [code: string]: string } = {
  ENOTFOUND: 'its host name is unknown: check the host in KEN_SMTP_URL',
  EAI_AGAIN: 'its host name cannot be looked up now: check the DNS of this machine',
  ECONNREFUSED: 'nothing listens at its address: start it, or check host and port in KEN_SMTP_URL',
  EDNS: 'its host name cannot be looked up: check the host in KEN_SMTP_URL',
  ETIMEDOUT: silence,
  ECONNECTION: 'it closed the connection',
  ECONNRESET: 'it closed the connection',
}

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

function reasonOf(
  { code = '', originalCode = '', command = '', response, responseCode }: NodemailerError,
  { handOverMs }: Patience,
): string {
  if (code === 'EABORT') return `it did not take the mail within ${handOverMs} ms`
  if (certificateCode.test(originalCode))
    return `its certificate is not trusted (${originalCode}): use the host name that it is for, or set NODE_EXTRA_CA_CERTS`
  if (code === 'ETLS') return 'it cannot be spoken to encrypted: use smtps:// or another port, or allow ?tls=none in KEN_SMTP_URL'
  const reply = responseCode === undefined ? '' : ` (${replyCodes(response ?? '') ?? responseCode})`
  if (code === 'EAUTH' || responseCode === authenticationRequired)
    return `it refuses the login${reply}: check user and password in KEN_SMTP_URL`
  if (responseCode !== undefined) return `${refusals[command] ?? 'it refuses the connection'}${reply}`
  return networkReasons[originalCode] ?? networkReasons[code] ?? `the connection failed (${originalCode || code || 'no code'})`
}

/** `550 5.1.1` of a reply, without its text. */
const replyCodes = (response: string): string | undefined =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}(?= |$))?/.exec(response)?.[0].replace('-', ' ')
