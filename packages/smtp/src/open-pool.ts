import type { SendMailOptions, Transporter } from 'nodemailer'
import { PassThrough } from 'node:stream'
import type { SmtpServer } from './parse-smtp-url.ts'

/** Connections to a mail server that stay open between mails. */
export type Pool = Pick<Transporter, 'verify' | 'close'> & {
  /** Tells when all of the mail is on its way, unless it never is: until then no server can have taken it. */
  readonly sendMail: (mail: SendMailOptions & { readonly signal: AbortSignal }, onHandedOver: () => void) => Promise<unknown>
}

/** How long the server is waited for, in milliseconds. */
export type Patience = {
  /** Until it has a mail whole. */
  readonly handOverMs: number
  /** Until it has then said whether it takes the mail. */
  readonly answerMs: number
  /** For either, once Ken is about to end. */
  readonly endMs: number
}

const connectionsMax = 4
/** Below the time after which servers hang up, so that no mail meets a connection that is about to go. */
const idleMs = 30_000
const helloMsMax = 10_000

/**
 * Opens a pool, which connects with its first mail. The library is read with the first pool: it takes more memory than
 * everything else here, and many a Ken sends no mail.
 */
export async function openPool(
  { host, port, encryption, login }: SmtpServer,
  { handOverMs, answerMs }: Omit<Patience, 'endMs'>,
): Promise<Pool> {
  const { createTransport } = await import('nodemailer')
  // A server may think long about a mail, but not about a connection.
  const helloMs = Math.min(handOverMs / 2, helloMsMax)
  const transport = createTransport({
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
    socketTimeout: Math.max(handOverMs, answerMs),
    maxRecipients: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const handedOver = new WeakMap<object, () => void>()
  transport.use('stream', ({ data: { signal }, message }, next) => {
    const tell = signal && handedOver.get(signal)
    // The end of the text is what the server takes a mail at.
    if (tell !== undefined) message.transform(() => new PassThrough().once('end', tell))
    next()
  })
  return {
    verify: () => transport.verify(),
    close: (options) => transport.close(options),
    sendMail(mail, onHandedOver) {
      handedOver.set(mail.signal, onHandedOver)
      return transport.sendMail(mail)
    },
  }
}
