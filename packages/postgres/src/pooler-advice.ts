/** What a connection pooler that is not in session mode says, or PostgreSQL behind one: prepared statements come and go. */
const lostStatement = new Set<unknown>(['26000', '42P05'])

const advice =
  'Ken needs named prepared statements, startup parameters, LISTEN and advisory locks of its own session. Set KEN_DATABASE_URL to the address of PostgreSQL itself. If it must be a pooler, use one in session mode: in PgBouncer, pool_mode = session and ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.'

/** What is said of a pooler that lends sessions of the server for less than a connection lasts. */
export const changingSessionsAdvice = `A connection pooler such as PgBouncer gives Ken's statements to changing sessions. ${advice}`

/** What stands in the way when an error is that of a connection pooler such as PgBouncer, and what Ken needs; else null. */
export function poolerAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const parameter = /unsupported startup parameter(?: in options)?: (\w+)/i.exec(error.message)?.[1]
  if (parameter !== undefined)
    return `A connection pooler such as PgBouncer listens there and refuses the startup parameter ${parameter}. ${advice}`
  return 'code' in error && lostStatement.has(error.code) ? changingSessionsAdvice : null
}
