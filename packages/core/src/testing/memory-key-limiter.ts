import { keyWindow } from '../keys/key.ts'
import type { KeyLimiter, KeyWindow } from '../ports/key-limiter.ts'

/** Counts in a map, in windows judged by `now`. */
export function memoryKeyLimiter(now: () => Date, { limit, windowSeconds }: KeyWindow = keyWindow): KeyLimiter {
  const windows = new Map<string, { readonly endsAt: number; taken: number }>()
  return {
    async take(keyId) {
      const time = now().getTime()
      let window = windows.get(keyId)
      if (window === undefined || window.endsAt <= time) window = { endsAt: time + windowSeconds * 1_000, taken: 0 }
      window.taken += 1
      windows.set(keyId, window)
      return {
        allowed: window.taken <= limit,
        limit,
        remaining: Math.max(0, limit - window.taken),
        resetSeconds: Math.ceil((window.endsAt - time) / 1_000),
      }
    },
  }
}
