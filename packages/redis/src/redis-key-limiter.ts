import type { CallWindows, KeyLimiter } from '@ken/core/ports'
import { createHash } from 'node:crypto'
import { countAlone, countersOf, toAllowances, type Counter } from './counting.ts'
import type { Counted } from './own-counts.ts'
import type { RedisConnection } from './redis-connection.ts'

/**
 * How far the end of a window in this process may lag behind Redis: the longest time of a reply.
 */
const latenessMs = 1_000

/**
 * Counts calls per key and person in Redis, for all processes together and in one round trip. While
 * Redis is unavailable, each process continues from the last counts it knows, with the same limits.
 * Redis may return without those calls or without any; each process then keeps its own counts until
 * the window ends, so that an outage gives no second allowance in one process.
 */
export function redisKeyLimiter(
  redis: RedisConnection,
  windows: CallWindows,
  { keyPrefix = 'ken:' }: { readonly keyPrefix?: string } = {},
): KeyLimiter {
  const countersFor = countersOf(windows)

  async function countShared(counters: readonly Counter[]): Promise<readonly Counted[]> {
    const names = counters.map(({ name, id }) => `${keyPrefix}${spaces[name]}:${id}`)
    const limits = counters.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000])
    const shared = await runScript(redis, names, limits)
    return shared.map((counted, position) => mergeWithOwn(counters[position]!, counted))
  }
  return {
    async take(call) {
      const counters = countersFor(call)
      const counts = await redis.attempt(
        () => countShared(counters),
        async () => countAlone(counters),
      )
      return toAllowances(counters, counts)
    },
  }
}

/** The key prefix of each kind of counter. */
const spaces = { key: 'calls', person: 'people' } as const

/** The larger count: Redis's, unless this process knows of more calls in the window. */
function mergeWithOwn({ own, id }: Counter, shared: Counted): Counted {
  const known = own.count(id)
  if (known.calls > shared.calls && known.resetMilliseconds > latenessMs) return known
  own.adopt(id, shared)
  return shared
}

/**
 * Counts on each key in turn, with its limit and the milliseconds of its window, up to the first
 * that refuses.
 */
const script = `
local counts = {}
for position, name in ipairs(KEYS) do
  local calls = redis.call('incr', name)
  local left = redis.call('pttl', name)
  if left < 0 then
    left = tonumber(ARGV[2 * position])
    redis.call('pexpire', name, left)
  end
  counts[2 * position - 1] = calls
  counts[2 * position] = left
  if calls > tonumber(ARGV[2 * position - 1]) then break end
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
  const counts = await client
    .evalsha(scriptDigest, names.length, ...parameters)
    .catch((error: unknown) => {
      // A restarted Redis has lost the script and has counted nothing.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return client.eval(script, names.length, ...parameters)
    })
  const numbers = counts as readonly number[] // What the script returns.
  return names.flatMap((_, position) => {
    const [calls, resetMilliseconds] = numbers.slice(2 * position)
    return calls === undefined || resetMilliseconds === undefined
      ? []
      : [{ calls, resetMilliseconds }]
  })
}
