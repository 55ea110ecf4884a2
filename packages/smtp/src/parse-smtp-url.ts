import { isIP } from 'node:net'

/** A mail server and how it is spoken to. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** `none` is for servers that nobody stands before: on this machine, or where the operator says so. */
  readonly encryption: 'from_start' | 'starttls' | 'none'
  readonly login: { readonly user: string; readonly password: string } | null
}

const implicitTlsPort = 465
const submissionPort = 587

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. `smtp` encrypts with STARTTLS or sends nothing, unless the server
 * is on this machine; `?tls=required` and `?tls=none` say otherwise. Null for anything else: a library that took
 * its options from an address would take any.
 */
export function parseSmtpUrl(input: string): SmtpServer | null {
  const url = /^smtps?:\/\//i.test(input) ? URL.parse(input) : null
  const host = url?.hostname.replaceAll(/^\[|\]$/g, '') ?? ''
  if (url === null || host === '' || !['', '/'].includes(url.pathname) || url.hash !== '') return null
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

/** Undefined when there is half of a login, or one that nobody can mean. */
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
