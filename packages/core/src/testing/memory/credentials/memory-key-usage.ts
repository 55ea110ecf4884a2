import { addUsage, noUsage, wasUsed } from '../../../model/keys/usage.ts'
import type { KeyUsage } from '../../../ports/credentials/key-usage.ts'
import type { MemoryDatabase } from '../memory-database.ts'

const millisecondsPerHour = 3_600_000

/** Counts at once, outside any transaction. */
export const memoryKeyUsage = (database: MemoryDatabase): KeyUsage => ({
  count(keyId, outcome) {
    const { keys, keyUsage } = database.tables
    if (!keys.has(keyId)) return
    const { lastUsedAt, hours } = keyUsage.get(keyId) ?? { lastUsedAt: null, hours: new Map() }
    const counted = { ...noUsage, [outcome]: 1 }
    const now = database.now()
    const hour = now.getTime() - (now.getTime() % millisecondsPerHour)
    hours.set(hour, addUsage(hours.get(hour) ?? noUsage, counted))
    keyUsage.set(keyId, { lastUsedAt: wasUsed(counted) ? now : lastUsedAt, hours })
  },
})
