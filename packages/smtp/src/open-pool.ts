import type { Transporter } from 'nodemailer'
import type { SmtpServer } from './parse-smtp-url.ts'

/** Connections to a mail server that stay open between mails. */
export type Pool = Pick<Transporter, 'sendMail' | 'verify' | 'close'>

const connectionsMax = 4
/** Below the time after which servers hang up, so that no mail meets a connection that is about to go. */
const idleMs = 30_000
const helloMsMax = 10_000

/**
 * Opens a pool, which connects with its first mail. The library is read with the first pool: it takes more memory than
 * everything else here, and many a Ken sends no mail.
 */
export async function openPool({ host, port, encryption, login }: SmtpServer, timeoutMs: number): Promise<Pool> {
  const { createTransport } = await import('nodemailer')
  // A server may think long about a mail, but not about a connection.
  const helloMs = Math.min(timeoutMs / 2, helloMsMax)
  return createTransport({
    pool: true,
    host,
    port,
    secure: encryption === 'from_start',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    maxConnections: connectionsMax,
    idleTimeout: idleMs,
    // Only for a connection that had gone before anything of the mail was sent.
    maxRequeues: 1,
    dnsTimeout: helloMs,
    connectionTimeout: helloMs,
    greetingTimeout: helloMs,
    socketTimeout: timeoutMs,
    maxRecipients: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
