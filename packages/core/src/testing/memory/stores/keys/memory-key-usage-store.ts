import type { KeyId } from '../../../../model/keys/key.ts'
import { dayOfWeek, noWeek, totalUsage, weekStart } from '../../../../model/keys/usage.ts'
import type { KeyUsageStore } from '../../../../ports/stores/keys/key-usage-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

const millisecondsPerHour = 3_600_000
const millisecondsPerDay = 24 * millisecondsPerHour

export const memoryKeyUsageStore = (
  { keyUsage }: Pick<MemoryTables, 'keyUsage'>,
  now: Date,
): KeyUsageStore => ({
  async listHours(id, since) {
    return [...(keyUsage.get(id)?.hours ?? [])]
      .map(([hour, counts]) => ({ hour: new Date(hour), ...counts }))
      .filter(({ hour }) => hour >= since)
      .toSorted((left, right) => right.hour.getTime() - left.hour.getTime())
  },

  async listWeeks(ids, at) {
    const weeks = new Map<KeyId, number[]>()
    for (const id of ids)
      for (const [time, counts] of keyUsage.get(id)?.hours ?? []) {
        const hour = new Date(time)
        if (hour < weekStart(at) || hour > at) continue
        const week = weeks.get(id) ?? [...noWeek]
        week[dayOfWeek(hour, at)]! += totalUsage(counts)
        weeks.set(id, week)
      }
    return weeks
  },

  async pruneHours(daysKept, countMax) {
    const endedBefore = now.getTime() - daysKept * millisecondsPerDay
    const old = [...keyUsage]
      .flatMap(([id, { hours }]) => [...hours.keys()].map((hour) => ({ id, hour })))
      .filter(({ hour }) => hour + millisecondsPerHour < endedBefore)
      .slice(0, countMax)
    for (const { id, hour } of old) keyUsage.get(id)?.hours.delete(hour)
    return old.length
  },

  pruneBatches: async () => 0,
})
