import type { SendMailOptions, Transporter } from 'nodemailer'
import { PassThrough } from 'node:stream'
import type { SmtpServer } from './parse-smtp-url.ts'

/** Connections to a mail server that stay open between emails. */
export type Pool = Pick<Transporter, 'verify' | 'close'> & {
  /** Calls `onHandedOver` once the whole email is sent. Before that, the server cannot have accepted it. */
  readonly sendMail: (
    mail: SendMailOptions & { readonly signal: AbortSignal },
    onHandedOver: () => void,
  ) => Promise<unknown>
}

/** How long to wait for the server, in milliseconds. */
export type Patience = {
  /** Until it has received the whole email. */
  readonly handOverMs: number
  /** From then until it has accepted or refused the email. */
  readonly replyMs: number
  /** For both, during shutdown. */
  readonly endMs: number
}

const connectionsMax = 4
/** Shorter than the idle timeout of servers, so that no email is sent on a connection that is about to close. */
const idleMs = 30_000
const helloMsMax = 10_000

/**
 * Opens a pool that connects with its first email. The library is loaded with the first pool, because it needs more
 * memory than everything else here, and some installations send no email.
 */
export async function openPool(
  { host, port, encryption, login }: SmtpServer,
  { handOverMs, replyMs }: Omit<Patience, 'endMs'>,
): Promise<Pool> {
  const { createTransport } = await import('nodemailer')
  // A server may take long to check an email, but not to open a connection.
  const helloMs = Math.min(handOverMs / 2, helloMsMax)
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: encryption === 'from_start',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login === null
      ? {}
      : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    maxConnections: connectionsMax,
    idleTimeout: idleMs,
    // Only for a connection that was lost before any of the email was sent.
    maxRequeues: 1,
    dnsTimeout: helloMs,
    connectionTimeout: helloMs,
    greetingTimeout: helloMs,
    socketTimeout: Math.max(handOverMs, replyMs),
    maxRecipients: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const handedOver = new WeakMap<object, () => void>()
  transport.use('stream', ({ data: { signal }, message }, next) => {
    const tell = signal && handedOver.get(signal)
    // The server accepts an email at the end of its content.
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
