import { isIP } from 'node:net'

/** A mail server and how to connect to it. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** `none` is for servers on this machine, or where the operator allows it. */
  readonly encryption: 'from_start' | 'starttls' | 'none'
  readonly login: { readonly user: string; readonly password: string } | null
}

const implicitTlsPort = 465
const submissionPort = 587

/**
 * Parses `smtp://user:password@host:port` or `smtps://…`. `smtp` requires STARTTLS unless the server is on this machine;
 * `?tls=required` and `?tls=none` override this. Returns null for anything else, so that no other option reaches the library.
 */
export function parseSmtpUrl(input: string): SmtpServer | null {
  const url = /^smtps?:\/\//i.test(input) ? URL.parse(input) : null
  const host = url?.hostname.replaceAll(/^\[|\]$/g, '') ?? ''
  if (url === null || host === '' || !['', '/'].includes(url.pathname) || url.hash !== '')
    return null
  const login = loginOf(url)
  const encryption = encryptionOf(url, host)
  if (login === undefined || encryption === null) return null
  const port = encryption === 'from_start' ? implicitTlsPort : submissionPort
  return { host, port: url.port === '' ? port : Number(url.port), encryption, login }
}

function encryptionOf({ protocol, search }: URL, host: string): SmtpServer['encryption'] | null {
  if (protocol === 'smtps:') return search === '' ? 'from_start' : null
  if (search === '') return isThisMachine(host) ? 'none' : 'starttls'
  return search === '?tls=required' ? 'starttls' : search === '?tls=none' ? 'none' : null
}

/** Undefined if user or password is missing or malformed. */
function loginOf({ username, password }: URL): SmtpServer['login'] | undefined {
  if (username === '' && password === '') return null
  if (username === '' || password === '') return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
