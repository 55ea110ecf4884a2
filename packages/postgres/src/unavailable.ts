import { Unavailable } from '@ken/core/ports'
import { isDiskFull } from './connections/disk-watch.ts'

/**
 * SQLSTATEs of a server that is down, refuses all connections, has no space, or timed out (PostgreSQL, appendix A).
 * 55000 is a database that accepts no connections. 26000 is a statement that was not prepared, because its tables were
 * locked for too long, or that the session has lost. 42P05 is one that another client of a pooler left in the session.
 */
const unavailableStates = /^(?:08|28|3D|40|53|57|58|25006|26000|25P03|25P04|42P05|55000|55P03)/
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
  // This machine has no local port, and this process no file descriptor, for another connection.
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
])
/** Messages of driver errors that have no code. */
const unavailableMessages =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|not queryable/
/** The driver's message for a statement after the connections were closed. It has no code. */
const closedMessage = /Cannot use a pool after/

/** The error for a full disk. */
export const diskFullMessage =
  'The disk of the database is full, and nothing can be stored. Free space on it, then try again.'

/** The error for a read-only database. */
export const readOnlyMessage =
  'The database is read-only, and nothing can be stored. Connect to the primary server, or allow writing again.'

const noDescriptorMessage =
  'No connection to the database can be opened, because too many files are open. Raise the limit of open files (ulimit -n).'

/** A statement that came after the last connection was closed. */
const stoppingMessage =
  'Ken is stopping and has closed its connections to the database. Try again when it runs.'

/** Nothing more is known. */
export const unreachableMessage =
  'The database cannot be reached. Check KEN_DATABASE_URL and that PostgreSQL runs.'

/** For the limit of the server, of the role or of the database: the SQLSTATE is the same. */
export const noConnectionLeftMessage =
  'The server has no connection left for Ken. Lower KEN_DATABASE_POOL, or raise max_connections of the server or the connection limit of the role or the database.'

/** The server does not say which of them it is. */
export const wrongPasswordMessage =
  'The user name or the password in the URL of the database is wrong, or the password has expired.'

const shortTimeoutMessage =
  'The database ended a transaction. Raise or reset idle_in_transaction_session_timeout and transaction_timeout of the server, the role and the database.'

const crossedMessage = 'Another transaction was in the way of this one. Try again.'

/** By SQLSTATE or its class, what is wrong with a server that responds; by system code, with this machine. */
const reasons: { readonly [code: string]: string } = {
  EMFILE: noDescriptorMessage,
  ENFILE: noDescriptorMessage,
  '25006': readOnlyMessage,
  '25P03': shortTimeoutMessage,
  '25P04': shortTimeoutMessage,
  '26000': 'The database has lost a prepared statement. Try again.',
  '28P01': wrongPasswordMessage,
  '40': crossedMessage,
  '42P05': 'The session has a prepared statement of another client. Try again.',
  '53': 'The database server has too few resources. Look into its log.',
  '53200': 'The database server has no memory left. Free some on its machine, then try again.',
  '53300': noConnectionLeftMessage,
  '55P03': 'Another transaction holds a lock for too long. Try again later.',
  '57014': 'The database took too long. Try again later. Another transaction may hold a lock.',
  '57P03': 'The database server is starting, stopping or recovering. Try again later.',
  '58': 'The database server cannot read or write its files. Look into its log.',
}

/**
 * Returns `Unavailable` if the error means that the database is unavailable, is read-only or has a full disk; otherwise
 * the error itself.
 */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  if (isDiskFull(error)) return new Unavailable('disk', diskFullMessage, { cause: error })
  if (closedMessage.test(error.message))
    return new Unavailable('database', stoppingMessage, { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const away =
    unavailableCodes.has(code) ||
    unavailableStates.test(code) ||
    unavailableMessages.test(error.message)
  return away
    ? new Unavailable(
        'database',
        reasons[code] ?? reasons[code.slice(0, 2)] ?? unreachableMessage,
        { cause: error },
      )
    : error
}
