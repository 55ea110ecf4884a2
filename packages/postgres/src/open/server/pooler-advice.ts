/**
 * SQLSTATEs of a pooler that is not in session mode, and of PostgreSQL when a pooler loses prepared
 * statements.
 */
const lostStatement = new Set<unknown>(['26000', '42P05'])

const advice =
  'Ken needs named prepared statements, startup parameters, LISTEN and advisory locks of its own session. Use the address of PostgreSQL itself in the URL of the database. If it must be a pooler, use one in session mode: in PgBouncer, pool_mode = session and ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.'

/** The error for a pooler that lends server sessions for less than a connection. */
export const changingSessionsAdvice = `A connection pooler such as PgBouncer gives Ken's statements to changing sessions. ${advice}`

/** The advice for an error of a connection pooler such as PgBouncer; null for other errors. */
export function poolerAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const parameter = /unsupported startup parameter(?: in options)?: (\w+)/i.exec(error.message)?.[1]
  if (parameter !== undefined)
    return `A connection pooler such as PgBouncer listens there and refuses the startup parameter ${parameter}. ${advice}`
  return 'code' in error && lostStatement.has(error.code) ? changingSessionsAdvice : null
}
