import type { ClientBase } from 'pg'

export type ConnectionSettings = {
  readonly timeoutMs: number
  /**
   * Plans prepared statements for their values on every run, once there are enough documents for a plan to matter: below
   * that, planning costs more than any plan could save.
   */
  readonly plansForValues: boolean
}

/**
 * The first two may be set by everybody, the third by those that the server permits. Of `synchronous_commit` only `off` loses
 * what was acknowledged when the server itself crashes; every other value is the choice of its administrator.
 */
const settings = `
select
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end,
  set_config('log_parameter_max_length_on_error', '0', false),
  case
    when has_parameter_privilege('log_parameter_max_length', 'SET') then set_config('log_parameter_max_length', '0', false)
  end,
  set_config(
    'plan_cache_mode',
    case
      when $1::bool and (select reltuples >= 1000 from pg_class where oid = to_regclass('documents')) then 'force_custom_plan'
      else 'auto'
    end,
    false
  )
`

/**
 * Sets what Ken relies on, whatever the defaults of server, database and user: a commit is on the disk before it is
 * acknowledged, the server logs no parameter of a statement, as far as Ken's user may say so, because the words of a
 * query are one, and statements are planned as they should be. Throws when the server does not answer in time. A server
 * that is too old to be asked is reported elsewhere.
 */
export async function prepareConnection(client: ClientBase, { timeoutMs, plansForValues }: ConnectionSettings): Promise<void> {
  const statement = { text: settings, values: [plansForValues], query_timeout: timeoutMs }
  try {
    await client.query(statement)
  } catch (error) {
    const isTooOld = error instanceof Error && 'code' in error && error.code === undefinedFunction
    if (!isTooOld) throw error
  }
}

const undefinedFunction = '42883'
