import { Unavailable } from '@ken/core/ports'
import type { Query } from '../../database.ts'
import { noConnectionLeftMessage, orUnavailable, wrongPasswordMessage } from '../../unavailable.ts'
import { changingSessionsAdvice, poolerAdvice } from './pooler-advice.ts'

const serverVersionMin = 150_000

/** Also where the server itself was set up with another encoding. */
export const createdb = 'createdb --encoding=UTF8 --template=template0 NAME'

/** A server that responds but cannot be used; the message is for the administrator. */
class Unsuitable extends Error {}

/**
 * Detects a pooler that lends server sessions per transaction. It runs the statements of one
 * connection in several sessions, or those of two connections in one. Even if it supports prepared
 * statements, locks, settings and notifications would silently be lost.
 */
export async function requireOwnSessions(one: Query, other: Query): Promise<void> {
  const first = await sessionOf(one)
  const foreign = await sessionOf(other)
  // The second query finds poolers that rotate their sessions.
  const later = [await sessionOf(one), await sessionOf(one)]
  if (foreign === first || later.some((pid) => pid !== first))
    throw new Unsuitable(changingSessionsAdvice)
}

async function sessionOf(query: Query): Promise<number | undefined> {
  const [row] = await query<{ pid: number }>('session', 'select pg_backend_pid() as pid', [])
  return row?.pid
}

/** Requires a version that Ken supports, and an encoding that can store every text and counts characters. */
export async function requireVersionAndEncoding(query: Query): Promise<void> {
  const [row] = await query<{ version: number; encoding: string }>(
    'version',
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    [],
  )
  const { version = 0, encoding = 'unknown' } = row ?? {}
  if (version < serverVersionMin)
    throw new Unsuitable('It is older than PostgreSQL 15, which Ken needs.')
  if (encoding !== 'UTF8')
    throw new Unsuitable(
      `Its encoding is ${encoding}, and Ken needs UTF8. Create another database, and if this one has data, restore a dump of it there: ${createdb}`,
    )
}

/** Host, port and database of a URL, never the credentials. */
function where(url: string): string {
  if (!URL.canParse(url)) return 'an address that is no URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || '5432'}${pathname}`
}

/** What to check, by SQLSTATE or system code. */
const advice: { readonly [code: string]: string } = {
  ECONNREFUSED: 'Nothing listens there. Check host and port, and that PostgreSQL runs.',
  ENOTFOUND: 'The host name is unknown. Check its spelling and the DNS.',
  EAI_AGAIN: 'The host name could not be looked up. Check the DNS.',
  ETIMEDOUT: 'The host does not respond. Check the address and the firewall.',
  ECONNRESET:
    'The connection was cut. Check that this is a PostgreSQL port and whether it wants TLS (?sslmode=verify-full).',
  URIError:
    'A percent sign in the URL of the database is not followed by an encoded character. Write it as %25.',
  '28P01': wrongPasswordMessage,
  '28000':
    'The server has no such user, or refuses it from this address. Check that the role exists and may log in, pg_hba.conf, and whether the server wants TLS (?sslmode=verify-full).',
  '3D000': `There is no such database. Create it first: ${createdb}`,
  '53300': noConnectionLeftMessage,
}

/** Names the host, and what to check. `Unavailable` if the server may be usable later without any change here. */
export function explainRefusal(error: unknown, url: string): Error {
  if (error instanceof Unsuitable)
    return new Error(`The database at ${where(url)} cannot be used. ${error.message}`)
  // The driver's own error, without the wrapper of the statement.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  const code = codeOf(cause, message)
  const pooler = poolerAdvice(cause)
  const hint = pooler ?? advice[code] ?? `It said: ${message}.`
  const explained = `The database at ${where(url)} cannot be used. ${hint}`
  const isWrong = pooler !== null || isRefusal.test(code) || isFileMissing(cause)
  return !isWrong && orUnavailable(cause) instanceof Unavailable
    ? new Unavailable('database', explained, { cause })
    : new Error(explained, { cause })
}

/** The server responds, and refuses the user or has no such database. */
const isRefusal = /^(?:28|3D)/

/** A certificate in the URL is not where the URL says, unlike the socket of a server that does not run. */
const isFileMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'syscall' in cause && cause.syscall === 'open'

/** The driver reports its own errors only as text. */
function codeOf(cause: unknown, message: string): string {
  if (cause instanceof URIError) return cause.name
  if (message.includes('timeout')) return 'ETIMEDOUT'
  if (message.includes('terminated unexpectedly')) return 'ECONNRESET'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
