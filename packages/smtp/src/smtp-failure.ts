import type { MailOutcome } from '@ken/core/ports'
import type { NodemailerError } from 'nodemailer'
import type { Patience } from './open-pool.ts'

/** Why an email was not accepted, and whether a retry can succeed. */
export type SmtpFailure = Exclude<MailOutcome, { readonly kind: 'accepted' }>

/**
 * Classifies an error of the transport. Only a permanent reply to this recipient or this content refuses an email for
 * good (RFC 5321, 4.2.1). Earlier failures, including a refused sender, concern the mail server or its settings: they can be
 * fixed without losing the email. Once the server has received the whole email without replying, the outcome is unknown.
 * The reason completes "The mail server failed:". It quotes neither the request nor the reply, because replies can repeat
 * the request.
 */
export function smtpFailure(
  error: NodemailerError,
  patience: Patience,
  isHandedOver: boolean,
): SmtpFailure {
  const { code, permanent = false, responseCode } = error
  if (isHandedOver && responseCode === undefined) {
    const end =
      code === 'EABORT' || code === 'ETIMEDOUT'
        ? `within ${patience.replyMs} ms`
        : 'before the connection ended'
    return {
      kind: 'unknown',
      reason: `it received the email but did not accept or refuse it ${end}`,
    }
  }
  return {
    kind: permanent && aboutMail.has(refusedPart(error)) ? 'refused' : 'deferred',
    reason: reasonOf(error, patience),
  }
}

/** RFC 4954: the server accepts email only after authentication. */
const authenticationRequired = 530

/** RFC 5321, 4.2.4: a server without authentication does not know the command, or expects another one. */
const unknownCommand: ReadonlySet<number> = new Set([500, 502, 503])

/** Not `MAIL FROM`: every email has the same sender. */
const aboutMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/** What the server refuses. Many refuse a sender only once they know the recipient (RFC 3463, X.1.7 and X.1.8). */
function refusedPart({ code, command = '', response = '', responseCode }: NodemailerError): string {
  if (code === 'EAUTH' || responseCode === authenticationRequired) return 'AUTH'
  return /^\d{3}[ -]\d\.1\.[78](?= |$)/.test(response) ? 'MAIL FROM' : command
}

const refusals: { readonly [command: string]: string } = {
  'MAIL FROM': 'the sender',
  'RCPT TO': 'the recipient',
  DATA: 'the email',
  AUTH: 'the login',
}

/** What to do about a permanent refusal. */
const refusalAdvice: { readonly [command: string]: string } = {
  'MAIL FROM': ': check KEN_MAIL_FROM',
  AUTH: ': check user and password in KEN_SMTP_URL',
}

export const silence = 'it did not respond in time'

/** By the system's error code, which is more specific than the transport's. */
const networkReasons: { readonly [code: string]: string } = {
  ENOTFOUND: 'its host name is unknown: check the host in KEN_SMTP_URL',
  EAI_AGAIN: 'its host name cannot be resolved at the moment: check the DNS of this machine',
  ECONNREFUSED: 'nothing listens at its address: start it, or check host and port in KEN_SMTP_URL',
  EDNS: 'its host name cannot be resolved: check the host in KEN_SMTP_URL',
  ETIMEDOUT: silence,
  ECONNECTION: 'it closed the connection',
  ECONNRESET: 'it closed the connection',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not use TLS from the start at this port: use smtp:// or another port in KEN_SMTP_URL',
}

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** By the error code; otherwise its authority is unknown. */
const certificateAdvice: { readonly [code: string]: string } = {
  CERT_HAS_EXPIRED: 'renew it on the mail server',
  CERT_NOT_YET_VALID: 'check the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'use the host name that it is for in KEN_SMTP_URL',
}

function reasonOf(error: NodemailerError, { handOverMs }: Patience): string {
  const { code = '', originalCode = '', response, responseCode } = error
  if (code === 'EABORT') return `it did not accept the email within ${handOverMs} ms`
  if (certificateCode.test(originalCode))
    return `its certificate is not trusted (${originalCode}): ${certificateAdvice[originalCode] ?? 'set NODE_EXTRA_CA_CERTS to the certificate of its authority'}`
  if (code === 'ETLS')
    return 'it does not support encryption on this port: use smtps:// or another port, or allow ?tls=none in KEN_SMTP_URL'
  const reply = responseCode === undefined ? '' : ` (${replyCodes(response ?? '') ?? responseCode})`
  const refused = refusedPart(error)
  // The server asks for a retry, such as a greylisting one (RFC 5321, 4.2.1).
  if (responseCode !== undefined && responseCode < 500)
    return `it refuses ${refusals[refused] ?? 'the connection'} for now${reply}`
  if (refused === 'AUTH' && unknownCommand.has(responseCode ?? 0))
    return `it supports no login${reply}: use another port, or remove user and password from KEN_SMTP_URL`
  if (refused === 'AUTH' || responseCode !== undefined)
    return `it refuses ${refusals[refused] ?? 'the connection'}${reply}${refusalAdvice[refused] ?? ''}`
  return (
    networkReasons[originalCode] ??
    networkReasons[code] ??
    `the connection failed (${originalCode || code || 'no code'})`
  )
}

/** The status codes of a reply, such as `550 5.1.1`, without its text. */
const replyCodes = (response: string): string | undefined =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}(?= |$))?/.exec(response)?.[0].replace('-', ' ')
