import type { CallWindows, KeyLimiter } from '@ken/core/ports'
import { createHash } from 'node:crypto'
import { countAlone, countersOf, toAllowances, type Counter } from './counting.ts'
import type { Counted } from './own-counts.ts'
import type { RedisConnection } from './redis-connection.ts'

/** How much later this process may think that a window ends than Redis does: as long as an answer may take. */
const latenessMs = 1_000

/**
 * Counts calls per key and person in Redis, for all processes together and in one round trip. While Redis is away each
 * process counts on at the same limits from what it last knew. Redis comes back without those calls, or without any: then
 * the process still keeps to its own count until its window ends, so that no outage gives a second allowance in one process.
 */
export function redisKeyLimiter(
  redis: RedisConnection,
  windows: CallWindows,
  { keyPrefix = 'ken:' }: { readonly keyPrefix?: string } = {},
): KeyLimiter {
  const counters = countersOf(windows)

  async function countShared(asked: readonly Counter[]): Promise<readonly Counted[]> {
    const names = asked.map(({ name, id }) => `${keyPrefix}${spaces[name]}:${id}`)
    const limits = asked.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000])
    const shared = await runScript(redis, names, limits)
    return shared.map((counted, position) => mergeWithOwn(asked[position]!, counted))
  }
  return {
    async take(call) {
      const asked = counters(call)
      const counts = await redis.attempt(
        () => countShared(asked),
        async () => countAlone(asked),
      )
      return toAllowances(asked, counts)
    },
  }
}

/** Where each kind of counter is kept. */
const spaces = { key: 'calls', person: 'people' } as const

/** The count that holds: Redis's, unless this process knows of more calls in the window. */
function mergeWithOwn({ own, id }: Counter, shared: Counted): Counted {
  const known = own.count(id)
  if (known.taken > shared.taken && known.resetMilliseconds > latenessMs) return known
  own.adopt(id, shared)
  return shared
}

/** Counts on each key in turn, with its limit and the milliseconds of its window, up to the first that refuses. */
const script = `
local counts = {}
for position, name in ipairs(KEYS) do
  local taken = redis.call('incr', name)
  local left = redis.call('pttl', name)
  if left < 0 then
    left = tonumber(ARGV[2 * position])
    redis.call('pexpire', name, left)
  end
  counts[2 * position - 1] = taken
  counts[2 * position] = left
  if taken > tonumber(ARGV[2 * position - 1]) then break end
end
return counts
`
const scriptDigest = createHash('sha1').update(script).digest('hex')

async function runScript(
  { client }: RedisConnection,
  names: readonly string[],
  limits: readonly number[],
): Promise<readonly Counted[]> {
  const parameters = [...names, ...limits]
  const counts = await client.evalsha(scriptDigest, names.length, ...parameters).catch((error: unknown) => {
    // A Redis that restarted has forgotten the script, and has counted nothing.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.eval(script, names.length, ...parameters)
  })
  const numbers = counts as readonly number[] // What the script returns.
  return names.flatMap((_, position) => {
    const [taken, resetMilliseconds] = numbers.slice(2 * position)
    return taken === undefined || resetMilliseconds === undefined ? [] : [{ taken, resetMilliseconds }]
  })
}
