import type { LeaseStore } from '../../../../ports/stores/platform/lease-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryLeaseStore = ({ leases }: MemoryTables, now: Date): LeaseStore => ({
  async acquire(name, holder, seconds) {
    const lease = leases.get(name)
    const restMs = lease === undefined ? 0 : lease.expiresAt.getTime() - now.getTime()
    const isHeld = restMs > 0 && restMs <= 2 * seconds * 1_000
    if (isHeld && lease?.holder !== holder) return false
    leases.set(name, { holder, expiresAt: new Date(now.getTime() + seconds * 1_000) })
    return true
  },

  async release(name, holder) {
    if (leases.get(name)?.holder === holder) leases.delete(name)
  },
})
