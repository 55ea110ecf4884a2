import type { Database } from '../database.ts'

/**
 * Reserves the next slot of an action that all processes together run at most `perSecond` times a
 * second. Returns the milliseconds until the slot; an unused slot is lost.
 */
export async function reserveSendSlot(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  { name, perSecond }: { readonly name: string; readonly perSecond: number },
): Promise<number> {
  const [slot] = await query<{ wait: number }>('reserve_send_slot', nextSlot, [name, 1 / perSecond])
  return Math.max(0, slot!.wait)
}

/** $1 name, $2 seconds between slots. If the clock was set back, waits at most a minute. */
const nextSlot = `
insert into paces as pace (name, next_at)
values ($1, clock_timestamp() + make_interval(secs => $2))
on conflict (name) do update set
  next_at = greatest(least(pace.next_at, clock_timestamp() + interval '1 minute'), clock_timestamp()) + make_interval(secs => $2)
returning (extract(epoch from next_at - make_interval(secs => $2) - clock_timestamp()) * 1000)::float8 as wait
`
