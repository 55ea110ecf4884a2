/** Values that are expensive to compute, by what they are computed from. */
export type RecentlyUsed<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => void
}

/** Keeps the last `entriesMin` entries that were used, and at most twice as many. */
export function recentlyUsed<Key, Value>(entriesMin: number): RecentlyUsed<Key, Value> {
  let newer = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  const set = (key: Key, value: Value) => {
    if (newer.size >= entriesMin) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
  }
  return {
    get: (key) => {
      const recent = newer.get(key)
      if (recent !== undefined) return recent
      const value = older.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
