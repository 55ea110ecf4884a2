import {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotencyStore,
  type IdempotentRequest,
} from '../../../../ports/stores/platform/idempotency-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

const nameOf = ({ callerId, operation, key }: IdempotentRequest): string =>
  [callerId, operation, key].join(' ')

/** Transactions run one at a time, so a claim always succeeds. */
export function memoryIdempotencyStore(
  { accounts, responses }: MemoryTables,
  now: Date,
): IdempotencyStore {
  type Kept = { readonly keptAt: Date }
  const ageSeconds = ({ keptAt }: Kept) => (now.getTime() - keptAt.getTime()) / 1_000
  const isOld = (row: Kept) => ageSeconds(row) >= responseRetentionSeconds
  const find: IdempotencyStore['find'] = async (request) => {
    const row = responses.get(nameOf(request))
    if (row === undefined || isOld(row)) return null
    const { fingerprint, response, keptAt } = row
    if (response !== null) return { fingerprint, response }
    const stallsInSeconds = Math.max(0, Math.ceil(progressSeconds - ageSeconds(row)))
    return { fingerprint, response, progressedAt: keptAt, stallsInSeconds }
  }
  const set = (
    request: IdempotentRequest,
    kept: { readonly fingerprint: string; readonly response: string | null },
  ) => {
    if (!accounts.has(request.callerId)) throw new Error(`account ${request.callerId} is missing`)
    responses.set(nameOf(request), { ...kept, callerId: request.callerId, keptAt: now })
  }
  return {
    claim: async () => true,
    find,

    async recordProgress(request, fingerprint, since) {
      const found = await find(request)
      const mayContinue =
        found?.response === null &&
        (found.stallsInSeconds === 0 || found.progressedAt.getTime() === since?.getTime())
      if (found !== null && !mayContinue) return null
      set(request, { fingerprint, response: null })
      return now
    },

    async storeResponse(request, kept) {
      if (((await find(request))?.response ?? null) !== null)
        throw new Error('Another response is kept for this request.')
      set(request, kept)
    },

    async prune(countMax) {
      const old = [...responses].filter(([, row]) => isOld(row)).slice(0, countMax)
      for (const [name] of old) responses.delete(name)
      return old.length
    },
  }
}
