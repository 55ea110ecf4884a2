import type { GuessBudgets } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './database.ts'

/** How often a guess asks again while those that closed the bucket may yet prove right. */
const askAgainMs = 20

export const postgresGuessBudgets = (query: Query): GuessBudgets => ({
  async take(bucket, { failuresMax, windowSeconds, consecutiveMax }) {
    for (;;) {
      const [taken] = await query<{ failures: number }>('take_guess', takeGuess, [
        bucket,
        failuresMax,
        windowSeconds,
        consecutiveMax,
      ])
      if (taken !== undefined) return { allowed: true, failures: taken.failures }
      const [closed] = await query<Closed>('guess_closed', guessClosed, [bucket, consecutiveMax])
      if (closed?.undecided === false) return { allowed: false, retryAfterSeconds: closed.seconds }
      await sleep(askAgainMs)
    }
  },

  async forgive(bucket) {
    await query('forgive_guess', forgiveGuess, [bucket])
  },

  async clear(bucket) {
    await query('clear_guesses', 'delete from guess_budgets where bucket = $1', [bucket])
  },
})

type Closed = { seconds: number | null; undecided: boolean }

/**
 * $1 bucket, $2 failures per window, $3 seconds of a window, $4 failures in a row. One row lock decides: of a
 * burst exactly as many get a guess as are left. From the last permitted failure on, each closes the bucket
 * for twice as long as the one before, beginning with a sixteenth of the window.
 */
const takeGuess = `
insert into guess_budgets as budget (bucket, failures, consecutive, window_ends_at, taken_at, closed_until)
values (
  $1, 1, 1, clock_timestamp() + make_interval(secs => $3), clock_timestamp(),
  case when $2 <= 1 then clock_timestamp() + make_interval(secs => $3::float8 / 16) end
)
on conflict (bucket) do update set
  failures = case when budget.window_ends_at <= clock_timestamp() then 1 else budget.failures + 1 end,
  consecutive = budget.consecutive + 1,
  taken_at = clock_timestamp(),
  window_ends_at = case
    when budget.window_ends_at <= clock_timestamp() or budget.failures + 1 >= $2 then clock_timestamp() + make_interval(secs => $3)
    else budget.window_ends_at
  end,
  closed_until = case
    when budget.window_ends_at <= clock_timestamp() then excluded.closed_until
    when budget.failures + 1 >= $2
      then clock_timestamp() + make_interval(secs => least($3::float8, $3::float8 / 16 * 2 ^ least(budget.failures + 1 - $2, 10)))
  end
where (budget.closed_until is null or budget.closed_until <= clock_timestamp()) and budget.consecutive < $4::bigint
returning failures
`

/** A second after the last guess was taken it has been judged: what is closed then is closed by failures. */
const guessClosed = `
select taken_at > clock_timestamp() - interval '1 s' as undecided, case
    when consecutive >= $2::bigint then null
    else greatest(1, ceil(extract(epoch from closed_until - clock_timestamp())))::int
  end as seconds
from guess_budgets where bucket = $1
`

/** A bucket that this guess alone had closed is open again. */
const forgiveGuess = `
update guess_budgets
set failures = greatest(0, failures - 1), consecutive = greatest(0, consecutive - 1), closed_until = null
where bucket = $1
`
