/** What a connection of the driver does. */
type Connection = {
  readonly query: (statement: {
    readonly text: string
    readonly values?: unknown[]
    readonly query_timeout: number
  }) => Promise<unknown>
}

export type ConnectionSettings = {
  readonly timeoutMs: number
  /**
   * For searches, how long a statement may run; null for other work. Searches are planned for their
   * values on every run once there are enough documents for the plan to matter, each uses one
   * processor at most, and none waits for a compiler.
   */
  readonly searchBudgetMs: number | null
  /** Whether statements and transactions take as long as they need, regardless of the limits of server, database and user. */
  readonly isUnlimited?: boolean
}

/**
 * Anyone may set all but `log_parameter_max_length`, which needs a permission. Only `off` for `synchronous_commit`
 * loses acknowledged commits when the server crashes; every other value is the choice of its administrator. Those from
 * `datestyle` to `array_nulls` change what a value means on the wire. A limit that is counted under a lock needs a
 * snapshot that is taken after the lock, as only `read committed` does.
 */
const settings = `
select
  set_config('datestyle', 'ISO, MDY', false),
  set_config('intervalstyle', 'postgres', false),
  set_config('extra_float_digits', '1', false),
  set_config('array_nulls', 'on', false),
  set_config('default_transaction_isolation', 'read committed', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end,
  set_config('idle_session_timeout', '0', false),
  set_config('log_parameter_max_length_on_error', '0', false),
  case
    when has_parameter_privilege('log_parameter_max_length', 'SET') then set_config('log_parameter_max_length', '0', false)
  end,
  case
    when $1::int is not null then
      set_config('statement_timeout', $1::text, false)
      || set_config('max_parallel_workers_per_gather', '0', false)
      || set_config('jit', 'off', false)
  end,
  case
    when $2::boolean then
      set_config('statement_timeout', '0', false)
      || set_config('lock_timeout', '0', false)
      || set_config('idle_in_transaction_session_timeout', '0', false)
  end,
  -- From PostgreSQL 17 on.
  case
    when $2::boolean and current_setting('transaction_timeout', true) is not null
    then set_config('transaction_timeout', '0', false)
  end,
  set_config(
    'plan_cache_mode',
    case
      when $1::int is not null and (select reltuples >= 1000 from pg_class where oid = to_regclass('documents')) then 'force_custom_plan'
      else 'auto'
    end,
    false
  )
`

/** Otherwise a migration whose process was killed keeps its locks until the end of its statement. */
const noticeKilledProcess = `
select set_config('client_connection_check_interval', '1s', false)
where current_setting('client_connection_check_interval', true) is not null
`

/**
 * Sets what Ken relies on, over the defaults of server, database and user: commits are on the disk
 * before they are acknowledged, values and transactions mean the same everywhere, the server ends no
 * idle session, it logs no parameters (queries are parameters) where Ken's user may set that,
 * searches are limited, and migrations are not. Throws when the server does not respond in time. A
 * server that is too old is reported elsewhere.
 */
export async function prepareConnection(
  client: Connection,
  { timeoutMs, searchBudgetMs, isUnlimited = false }: ConnectionSettings,
): Promise<void> {
  const values = [searchBudgetMs, isUnlimited]
  const statement = { text: settings, values, query_timeout: timeoutMs }
  await unlessRefused(undefinedFunction, async () => client.query(statement))
  if (!isUnlimited) return
  const notice = { text: noticeKilledProcess, query_timeout: timeoutMs }
  // Not every operating system of a server can do it.
  await unlessRefused(invalidParameterValue, async () => client.query(notice))
}

async function unlessRefused(refusal: string, query: () => Promise<unknown>): Promise<void> {
  try {
    await query()
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === refusal
    if (!isRefused) throw error
  }
}

const undefinedFunction = '42883'
const invalidParameterValue = '22023'
