import type { CallWindows, KeyLimiter } from '@ken/core/ports'
import { createHash } from 'node:crypto'
import { countAlone, countersOf, toAllowances, type Counter } from './counting.ts'
import type { Counted } from './own-counts.ts'
import type { RedisConnection } from './redis-connection.ts'

/**
 * How far the end of a window in this process may lag behind Redis: the longest time of a reply.
 */
const latenessMs = 1_000

/** Counted together at most: a longer script would delay other commands of Redis. */
const batchMax = 100

type Waiting = {
  readonly counters: readonly Counter[]
  readonly settle: (counts: readonly Counted[]) => void
}

/**
 * Counts calls per key and person in Redis, for all processes together. The calls of one turn of
 * the event loop share one round trip, because a command costs more than counting one call. While
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
  let waiting: Waiting[] = []

  const countShared = async (batch: readonly Waiting[]) => {
    const shared = await runScript(redis, keyPrefix, batch)
    for (const [position, { counters, settle }] of batch.entries())
      settle(shared[position]!.map((counted, place) => mergeWithOwn(counters[place]!, counted)))
  }
  const flush = () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    void redis.attempt(
      () => countShared(batch),
      async () => {
        for (const { counters, settle } of batch) settle(countAlone(counters))
      },
    )
  }
  return {
    take: (call) =>
      new Promise((resolve) => {
        const counters = countersFor(call)
        waiting.push({ counters, settle: (counts) => resolve(toAllowances(counters, counts)) })
        if (waiting.length === 1) setImmediate(flush)
        if (waiting.length === batchMax) flush()
      }),
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
 * Counts on each key in turn. The arguments of a key are its limit, the milliseconds of its window,
 * and whether it is the first of its call. Keys of a call after one that refuses are not counted: -1.
 */
const script = `
local counts = {}
local refused = false
for position, name in ipairs(KEYS) do
  if ARGV[3 * position] == '1' then refused = false end
  local calls, left = -1, -1
  if not refused then
    calls = redis.call('incr', name)
    left = redis.call('pttl', name)
    if left < 0 then
      left = tonumber(ARGV[3 * position - 1])
      redis.call('pexpire', name, left)
    end
    refused = calls > tonumber(ARGV[3 * position - 2])
  end
  counts[2 * position - 1] = calls
  counts[2 * position] = left
end
return counts
`
const scriptDigest = createHash('sha1').update(script).digest('hex')

/** The counts of each call, up to the first counter that refuses. */
async function runScript(
  { client }: RedisConnection,
  keyPrefix: string,
  batch: readonly Waiting[],
): Promise<readonly (readonly Counted[])[]> {
  const names: string[] = []
  const rules: number[] = []
  for (const { counters } of batch) {
    for (const [place, { name, id, limit, windowSeconds }] of counters.entries()) {
      names.push(`${keyPrefix}${spaces[name]}:${id}`)
      rules.push(limit, windowSeconds * 1_000, place === 0 ? 1 : 0)
    }
  }
  const parameters = [...names, ...rules]
  const counts = await client
    .evalsha(scriptDigest, names.length, ...parameters)
    .catch((error: unknown) => {
      // A restarted Redis has lost the script and has counted nothing.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return client.eval(script, names.length, ...parameters)
    })
  const numbers = counts as readonly number[] // What the script returns.
  let at = 0
  return batch.map(({ counters }) =>
    counters.flatMap(() => {
      const [calls, resetMilliseconds] = [numbers[at]!, numbers[at + 1]!] // Two per counter.
      at += 2
      return calls < 0 ? [] : [{ calls, resetMilliseconds }]
    }),
  )
}
