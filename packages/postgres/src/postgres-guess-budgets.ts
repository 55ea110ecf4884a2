import { deviceGuessDays, type GuessBudgets, type GuessRule } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './database.ts'

export const postgresGuessBudgets = (query: Query): GuessBudgets => ({
  async take(bucket, rule) {
    for (;;) {
      const [answer] = await query<Closed & { failures: number | null }>('take_guess', takeGuess, [bucket, ...limitsOf(rule)])
      if (answer!.failures !== null) return { allowed: true, failures: answer!.failures }
      if (answer!.undecided === false) return { allowed: false, retryAfterSeconds: answer!.seconds }
      await beforeAskingAgain()
    }
  },

  async forgive(bucket) {
    await query('forgive_guess', forgiveGuess('$1'), [bucket])
  },

  async clear(bucket) {
    await query('clear_guesses', 'delete from guess_budgets where bucket = $1', [bucket])
  },

  async prune(countMax) {
    const [pruned] = await query<{ count: number }>('prune_guesses', pruneGuesses, [countMax])
    return pruned!.count
  },
})

/** What a statement sees of a bucket that refuses; null for one that was made while it ran. */
export type Closed = { readonly seconds: number | null; readonly undecided: boolean | null }

const askAgainMs = 20

/** Those that closed the bucket may yet prove right. */
export const beforeAskingAgain = () => sleep(askAgainMs)

/** The parameters of a rule: failures per window, seconds of a window and of the first delay, failures in a row. */
export const limitsOf = (rule: GuessRule | null): readonly (number | null)[] => [
  rule?.failuresMax ?? null,
  rule?.windowSeconds ?? null,
  rule?.firstDelaySeconds ?? null,
  rule?.consecutiveMax ?? null,
]

type Limits = readonly [failuresMax: string, windowSeconds: string, firstDelaySeconds: string, consecutiveMax: string]

/**
 * Takes a guess, and returns nothing when the bucket refuses. One row lock decides: of a burst exactly as many
 * get a guess as are left. From the last permitted failure on, each closes the bucket for twice as long as the
 * one before, beginning with the first delay.
 */
export const guessFrom = (
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
 * Why a bucket refused. A second after the last guess was taken it has been judged: what is closed then is
 * closed by failures. What looks open was closed since the statement began.
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

const takeGuess = `
with taken as (${guessFrom('$1', ['$2::int', '$3::float8', '$4::float8', '$5::bigint'])})
select taken.failures, closed.undecided, closed.seconds
from (select) as asked
left join taken on true
left join lateral (${closedBy('$1', '$5::bigint')} and taken.failures is null) as closed on true
`

/** A bucket that this guess alone had closed is open again. */
export const forgiveGuess = (bucket: string) => `
update guess_budgets
set failures = greatest(0, failures - 1), consecutive = greatest(0, consecutive - 1), closed_until = null
where bucket = ${bucket}
`

/** What is counted of an account that exists is found by the id in the bucket's name; no digest has the form of one. */
const pruneGuesses = `
with past as (
  select bucket
  from guess_budgets
  left join users on consecutive > 0 and users.id = case
    when bucket ~ '^account:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(bucket, 9)::uuid
    when bucket ~ '^device:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:'
      and window_ends_at > clock_timestamp() - make_interval(days => ${deviceGuessDays}) then substr(bucket, 8, 36)::uuid
  end
  where window_ends_at <= clock_timestamp() and users.id is null
  order by window_ends_at
  limit $1
  for update of guess_budgets skip locked
),
pruned as (delete from guess_budgets using past where guess_budgets.bucket = past.bucket returning past.bucket)
select count(*)::int from pruned
`
