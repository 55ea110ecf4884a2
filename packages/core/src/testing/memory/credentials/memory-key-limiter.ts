import { callWindows } from '../../../model/keys/key.ts'
import type { KeyLimiter } from '../../../ports/credentials/key-limiter.ts'
import type { Allowance, CallWindows, KeyWindow } from '../../../model/keys/call-limits.ts'

/** Counts in maps, in windows by `now`. */
export function memoryKeyLimiter(
  now: () => Date,
  { key, person }: CallWindows = callWindows,
): KeyLimiter {
  const [takeOfKey, takeOfPerson] = [counter(now, key), counter(now, person)]
  return {
    async take({ keyId, userId }) {
      const ofKey = keyId === null ? null : takeOfKey(keyId)
      const isRefused = ofKey?.allowed === false
      return { key: ofKey, person: userId === null || isRefused ? null : takeOfPerson(userId) }
    },
  }
}

function counter(now: () => Date, { limit, windowSeconds }: KeyWindow): (id: string) => Allowance {
  const windows = new Map<string, { readonly endsAt: number; calls: number }>()
  return (id) => {
    const time = now().getTime()
    let window = windows.get(id)
    if (window === undefined || window.endsAt <= time)
      window = { endsAt: time + windowSeconds * 1_000, calls: 0 }
    window.calls += 1
    windows.set(id, window)
    return {
      allowed: window.calls <= limit,
      limit,
      remaining: Math.max(0, limit - window.calls),
      resetSeconds: Math.ceil((window.endsAt - time) / 1_000),
    }
  }
}
