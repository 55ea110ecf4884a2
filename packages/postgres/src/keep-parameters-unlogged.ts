import type { ClientBase } from 'pg'

/** The first may be set by everybody, the second by those that the server permits. */
const withoutParameters = `
select
  set_config('log_parameter_max_length_on_error', '0', false),
  case
    when has_parameter_privilege('log_parameter_max_length', 'SET') then set_config('log_parameter_max_length', '0', false)
  end
`

/**
 * Has the server log no parameter of the statements of a connection, as far as Ken's user may say so: the words of a
 * query are one (R10). Throws when it does not answer in time. A server that is too old to be asked is told so elsewhere.
 */
export async function keepParametersUnlogged(client: ClientBase, timeoutMs: number): Promise<void> {
  const statement = { text: withoutParameters, query_timeout: timeoutMs }
  try {
    await client.query(statement)
  } catch (error) {
    const isTooOld = error instanceof Error && 'code' in error && error.code === undefinedFunction
    if (!isTooOld) throw error
  }
}

const undefinedFunction = '42883'
