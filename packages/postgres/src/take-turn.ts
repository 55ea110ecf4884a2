import type { Database } from './database.ts'

/**
 * Takes the next turn at something that all processes together do at most `perSecond` times a second. Answers in how
 * many milliseconds it comes; a turn that is not used is lost.
 */
export async function takeTurn(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  { name, perSecond }: { readonly name: string; readonly perSecond: number },
): Promise<number> {
  const [turn] = await query<{ wait: number }>('take_turn', nextTurn, [name, 1 / perSecond])
  return Math.max(0, turn!.wait)
}

/** $1 name, $2 seconds from turn to turn. A clock that was set back costs a minute at most. */
const nextTurn = `
insert into paces as pace (name, next_at)
values ($1, clock_timestamp() + make_interval(secs => $2))
on conflict (name) do update set
  next_at = greatest(least(pace.next_at, clock_timestamp() + interval '1 minute'), clock_timestamp()) + make_interval(secs => $2)
returning (extract(epoch from next_at - make_interval(secs => $2) - clock_timestamp()) * 1000)::float8 as wait
`
