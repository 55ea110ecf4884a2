import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Email } from 'postal-mime'
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server'

/**
 * How the sink answers from now on. `hang` takes connections and never greets; `drop` cuts the connection instead of
 * accepting the email, `swallow` instead of saying that it accepted it; a `code` refuses, at the recipient by default;
 * `slowMs` passes before an email is accepted.
 */
export type SmtpBehaviour =
  | 'ok'
  | 'hang'
  | 'drop'
  | 'swallow'
  | { readonly slowMs: number }
  | { readonly code: number; readonly at?: 'greeting' | 'sender' | 'recipient' | 'data' }

/** One mail that the sink took: its envelope, its own text, and that text read. */
export type SunkMail = {
  /** Every address of a RCPT TO, as it was given. */
  readonly recipients: readonly string[]
  readonly sender: string
  /** The user who signed in to send it. */
  readonly user: string | null
  readonly isEncrypted: boolean
  readonly raw: string
  readonly content: Email
  /** Every link of its text. */
  readonly links: readonly string[]
}

/** A mail server on loopback that keeps what it is given; `url` is what `KEN_SMTP_URL` would be. */
export type SmtpSink = {
  readonly url: string
  /** Every email it accepted, in order. */
  readonly emails: readonly SunkMail[]
  readonly emailsTo: (address: string) => readonly SunkMail[]
  /** The first mail to the address that this did not give before; waits for it, and throws when none comes. */
  readonly nextEmailTo: (address: string, patienceMs?: number) => Promise<SunkMail>
  /** How many connections it was offered. */
  readonly connections: () => number
  readonly openConnections: () => number
  readonly behave: (behaviour: SmtpBehaviour) => void
  /** Refuses connections and ends those there are, until `start`, which listens on the same port. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type SmtpSinkOptions = {
  /** Whom it takes mail from; without, from everybody. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Encrypts from the start, or when asked to (STARTTLS); without, never. */
  readonly tls?: {
    readonly from: 'start' | 'starttls'
    readonly key: string
    readonly cert: string
  }
}

/** Starts the sink. */
export async function smtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const emails: SunkMail[] = []
  const given = new Set<SunkMail>()
  let behaviour: SmtpBehaviour = 'ok'
  const { port, connections, openConnections, start, stop, cut } = await listener(() => ({
    ...serverOptions(options),
    ...handlers(options, {
      behaviour: () => behaviour,
      keep: (mail) => void emails.push(mail),
      drop: ({ remotePort }) => cut(remotePort),
    }),
  }))
  const emailsTo = (address: string) =>
    emails.filter(({ recipients }) => recipients.includes(address))
  const { login, tls } = options
  const userInfo =
    login === undefined
      ? ''
      : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
  return {
    url: `${tls?.from === 'start' ? 'smtps' : 'smtp'}://${userInfo}127.0.0.1:${port}`,
    emails,
    emailsTo,
    async nextEmailTo(address, patienceMs = 10_000) {
      const deadline = performance.now() + patienceMs
      for (;;) {
        const mail = emailsTo(address).find((found) => !given.has(found))
        if (mail !== undefined) {
          given.add(mail)
          return mail
        }
        if (performance.now() > deadline)
          throw new Error(`No email to ${address} within ${patienceMs} ms.`)
        await sleep(10)
      }
    },
    connections,
    openConnections,
    behave: (next) => {
      behaviour = next
    },
    stop,
    start,
    close: stop,
  }
}

type World = {
  readonly behaviour: () => SmtpBehaviour
  readonly keep: (mail: SunkMail) => void
  readonly drop: (session: SMTPServerSession) => void
}
type Take = (...data: Parameters<NonNullable<SMTPServerOptions['onData']>>) => Promise<void>

/** What the server does at each step of an email. */
function handlers({ login }: SmtpSinkOptions, { behaviour, keep, drop }: World): SMTPServerOptions {
  const refusalAt = (place: 'greeting' | 'sender' | 'recipient' | 'data'): Error | null => {
    const now = behaviour()
    return typeof now === 'object' && 'code' in now && (now.at ?? 'recipient') === place
      ? refusal(now.code)
      : null
  }
  const take: Take = async (stream, session, callback) => {
    const raw = await buffer(stream).catch(() => null)
    // The client closed the connection in the middle of the message.
    if (raw === null) return
    const now = behaviour()
    if (now === 'drop') return drop(session)
    const refused = refusalAt('data')
    if (refused !== null) return callback(refused)
    if (typeof now === 'object' && 'slowMs' in now) await sleep(now.slowMs)
    keep(await sunkMail(raw, session))
    if (now === 'swallow') return drop(session)
    callback()
  }
  return {
    onConnect: (_session, callback) =>
      behaviour() === 'hang' ? undefined : callback(refusalAt('greeting')),
    onAuth: ({ username, password }, _session, callback) =>
      username === login?.user && password === login?.password
        ? callback(null, { user: username })
        : callback(refusal(535)),
    onMailFrom: (_address, _session, callback) => callback(refusalAt('sender')),
    onRcptTo: (_address, _session, callback) => callback(refusalAt('recipient')),
    onData: (stream, session, callback) => void take(stream, session, callback),
  }
}

const refusal = (code: number): Error =>
  Object.assign(new Error(`refused with ${code}`), { responseCode: code })

/** Listens on loopback, on the same port each time it starts; starts once by itself. */
async function listener(serverSettings: () => SMTPServerOptions) {
  // Read by tests that use it only: all tests import what is beside it.
  const { SMTPServer: Server } = await import('smtp-server')
  const sockets = new Set<Socket>()
  let connections = 0
  let server: SMTPServer
  let port = 0
  const start = async () => {
    server = new Server(serverSettings())
    // A client may disconnect at any time.
    server.on('error', () => {})
    server.server.on('connection', (socket) => {
      connections += 1
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    port = (listening.address() as AddressInfo).port
  }
  const stop = async () => {
    if (!server.server.listening) return
    const closed = new Promise<void>((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const cut = (remotePort: number) =>
    [...sockets].find((socket) => socket.remotePort === remotePort)?.destroy()
  await start()
  return {
    port,
    connections: () => connections,
    openConnections: () => sockets.size,
    start,
    stop,
    cut,
  }
}

function serverOptions({ login, tls }: SmtpSinkOptions): SMTPServerOptions {
  const { from, ...certificate } = tls ?? { from: 'never' }
  return {
    ...certificate,
    secure: from === 'start',
    disabledCommands: [
      ...(from === 'starttls' ? [] : ['STARTTLS']),
      ...(login === undefined ? ['AUTH'] : []),
    ],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
  }
}

async function sunkMail(
  raw: Buffer,
  { envelope, user, secure }: SMTPServerSession,
): Promise<SunkMail> {
  const { default: PostalMime } = await import('postal-mime')
  const content = await PostalMime.parse(raw)
  return {
    recipients: envelope.rcptTo.map(({ address }) => address),
    sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    user: typeof user === 'string' ? user : null,
    isEncrypted: secure,
    raw: raw.toString(),
    content,
    links: content.text?.match(/https?:\/\/\S+/g) ?? [],
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
