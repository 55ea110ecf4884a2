import { deviceAttemptDays, type AttemptLimits, type AttemptLimit } from '@ken/core/ports'
import type { Query } from '../database.ts'
import { pauseBeforeRetry } from './pause-before-retry.ts'

export const postgresAttemptLimits = (query: Query): AttemptLimits => ({
  async take(bucket, limit) {
    for (let retries = 0; ; retries += 1) {
      const [row] = await query<Closed & { failures: number | null }>('take_attempt', takeAttempt, [
        bucket,
        ...limitsOf(limit),
      ])
      if (row!.failures !== null) return { allowed: true, failures: row!.failures }
      if (row!.undecided === false) return { allowed: false, retryAfterSeconds: row!.seconds }
      await pauseBeforeRetry(retries)
    }
  },

  async refund(bucket) {
    await query('forgive_attempt', forgiveAttempt('$1'), [bucket])
  },

  async clear(bucket) {
    await query('clear_attempts', 'delete from guess_budgets where bucket = $1', [bucket])
  },

  async prune(countMax) {
    const [pruned] = await query<{ count: number }>('prune_attempts', pruneAttempts, [countMax])
    return pruned!.count
  },
})

/** What a statement sees of a bucket that refuses. Null for a bucket created while it ran. */
export type Closed = { readonly seconds: number | null; readonly undecided: boolean | null }

/**
 * The parameters of a limit: failures per window, seconds of a window and of the first delay,
 * failures in a row.
 */
export const limitsOf = (limit: AttemptLimit | null): readonly (number | null)[] => [
  limit?.failuresMax ?? null,
  limit?.windowSeconds ?? null,
  limit?.firstDelaySeconds ?? null,
  limit?.consecutiveMax ?? null,
]

type Limits = readonly [
  failuresMax: string,
  windowSeconds: string,
  firstDelaySeconds: string,
  consecutiveMax: string,
]

/**
 * Counts an attempt; returns no row if the bucket refuses. One row lock decides: of a burst exactly
 * the remaining number of attempts is granted. From the last permitted failure on, each one closes
 * the bucket for twice as long as the one before, starting with the first delay.
 */
export const attemptFrom = (
  bucket: string,
  [failuresMax, windowSeconds, firstDelaySeconds, consecutiveMax]: Limits,
  condition = '',
) => `
insert into guess_budgets as budget (bucket, failures, consecutive, window_ends_at, taken_at, closed_until)
select
  ${bucket}, 1, 1, clock_timestamp() + make_interval(secs => ${windowSeconds}), clock_timestamp(),
  case when ${failuresMax} <= 1 then clock_timestamp() + make_interval(secs => ${firstDelaySeconds}) end
${condition}
on conflict (bucket) do update set
  failures = case when budget.window_ends_at <= clock_timestamp() then 1 else budget.failures + 1 end,
  consecutive = budget.consecutive + 1,
  taken_at = clock_timestamp(),
  window_ends_at = case
    when budget.window_ends_at <= clock_timestamp() or budget.failures + 1 >= ${failuresMax}
      then clock_timestamp() + make_interval(secs => ${windowSeconds})
    else budget.window_ends_at
  end,
  closed_until = case
    when budget.window_ends_at <= clock_timestamp() then excluded.closed_until
    when budget.failures + 1 >= ${failuresMax}
      then clock_timestamp() + make_interval(
        secs => least(${windowSeconds}, ${firstDelaySeconds} * 2 ^ least(budget.failures + 1 - ${failuresMax}, 10))
      )
  end
where (budget.closed_until is null or budget.closed_until <= clock_timestamp()) and budget.consecutive < ${consecutiveMax}
returning failures
`

/**
 * Why a bucket refused. An attempt is decided within a second, so a bucket that is closed after
 * that is closed by failures. A bucket that looks open was closed since the statement started.
 */
export const closedBy = (bucket: string, consecutiveMax: string) => `
select
  taken_at > clock_timestamp() - interval '1 s'
    or (consecutive < ${consecutiveMax} and coalesce(closed_until <= clock_timestamp(), true)) as undecided,
  case
    when consecutive >= ${consecutiveMax} then null
    else greatest(1, ceil(extract(epoch from closed_until - clock_timestamp())))::int
  end as seconds
from guess_budgets where bucket = ${bucket}
`

const takeAttempt = `
with taken as (${attemptFrom('$1', ['$2::int', '$3::float8', '$4::float8', '$5::bigint'])})
select taken.failures, closed.undecided, closed.seconds
from (select) as asked
left join taken on true
left join lateral (${closedBy('$1', '$5::bigint')} and taken.failures is null) as closed on true
`

/**
 * Gives an attempt back. Ends the delay of the bucket, also if another attempt began it: without
 * this one, the bucket has fewer failures than closed it.
 */
export const forgiveAttempt = (bucket: string) => `
update guess_budgets
set failures = greatest(0, failures - 1), consecutive = greatest(0, consecutive - 1), closed_until = null
where bucket = ${bucket}
`

/**
 * Counts of existing accounts are recognized by the id in the bucket's name; no digest has the form
 * of an id.
 */
const pruneAttempts = `
with past as (
  select bucket
  from guess_budgets
  left join users on consecutive > 0 and users.id = case
    when bucket ~ '^account:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(bucket, 9)::uuid
    when bucket ~ '^device:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:'
      and window_ends_at > clock_timestamp() - make_interval(days => ${deviceAttemptDays}) then substr(bucket, 8, 36)::uuid
  end
  where window_ends_at <= clock_timestamp() and users.id is null
  order by window_ends_at
  limit $1
  for update of guess_budgets skip locked
),
pruned as (delete from guess_budgets using past where guess_budgets.bucket = past.bucket returning past.bucket)
select count(*)::int from pruned
`
