import {
  refusalRetentionDays,
  refusalWindowSeconds,
  type RefusalStore,
  type RefusalTarget,
} from '../../../../ports/stores/platform/refusal-store.ts'
import { memoryAuditStore } from '../audit/memory-audit-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryRefusalStore = (tables: MemoryTables, now: Date): RefusalStore => {
  const { audit, refusalBatches, refusals } = tables
  const windowMs = refusalWindowSeconds * 1_000
  const window = Math.floor(now.getTime() / windowMs) * windowMs
  const add = (target: RefusalTarget, count: number) => {
    const key = `${window} ${target}` as const
    refusals.set(key, (refusals.get(key) ?? 0) + count)
  }
  return {
    count: async (target, count) => add(target, count),

    async countBatch({ id, counts }) {
      if (refusalBatches.has(id)) return
      refusalBatches.add(id)
      for (const [target, count] of counts) add(target, count)
    },

    async record(countMax) {
      const ended = [...refusals]
        .filter(([key]) => Number(key.split(' ')[0]) < window)
        .slice(0, countMax)
      for (const [key, count] of ended) {
        const [startedAt, target] = key.split(' ') as [string, RefusalTarget]
        const address = target.startsWith('address:') ? target.slice('address:'.length) : null
        const meta = {
          refusals: count,
          window_started_at: new Date(Number(startedAt)).toISOString(),
        }
        const none = { actorId: null, sessionId: null, keyId: null, requestId: null }
        const entry = {
          ...none,
          via: 'web',
          action: 'sign_in.fail',
          target,
          outcome: 'failure',
          address,
          meta,
        } as const
        await memoryAuditStore(tables, now).append(entry)
        refusals.delete(key)
      }
      return ended.length
    },

    async prune(countMax) {
      const before = now.getTime() - refusalRetentionDays * 86_400_000
      const old = [...audit].filter(
        ([, { action, actorId, at }]) =>
          isOfStrangers(action) && actorId === null && at.getTime() < before,
      )
      for (const [id] of old.slice(0, countMax)) audit.delete(id)
      return Math.min(old.length, countMax)
    },
  }
}

const isOfStrangers = (action: string): boolean =>
  action === 'sign_in.fail' || action === 'sign_in.guesses_exhausted'
