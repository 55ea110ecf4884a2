import {
  answerKeptSeconds,
  progressSeconds,
  type IdempotencyStore,
  type RepeatableRequest,
} from '../../../ports/stores/idempotency-store.ts'
import type { MemoryTables } from '../memory-database.ts'

const nameOf = ({ callerId, operation, key }: RepeatableRequest): string => [callerId, operation, key].join(' ')

/** Transactions run one at a time, so a claim is always to be had. */
export function memoryIdempotencyStore({ accounts, answers }: MemoryTables, now: Date): IdempotencyStore {
  type Kept = { readonly keptAt: Date }
  const isOlder = ({ keptAt }: Kept, seconds: number) => now.getTime() - keptAt.getTime() >= seconds * 1_000
  const isOld = (row: Kept) => isOlder(row, answerKeptSeconds)
  const find: IdempotencyStore['find'] = async (request) => {
    const row = answers.get(nameOf(request))
    if (row === undefined || isOld(row)) return null
    const { fingerprint, answer, keptAt } = row
    if (answer !== null) return { fingerprint, answer }
    return { fingerprint, answer, progressedAt: keptAt, isStalled: isOlder(row, progressSeconds) }
  }
  const set = (request: RepeatableRequest, kept: { readonly fingerprint: string; readonly answer: string | null }) => {
    if (!accounts.has(request.callerId)) throw new Error(`account ${request.callerId} is missing`)
    answers.set(nameOf(request), { ...kept, callerId: request.callerId, keptAt: now })
  }
  return {
    claim: async () => true,
    find,

    async noteProgress(request, fingerprint, since) {
      const found = await find(request)
      const mayContinue = found?.answer === null && (found.isStalled || found.progressedAt.getTime() === since?.getTime())
      if (found !== null && !mayContinue) return null
      set(request, { fingerprint, answer: null })
      return now
    },

    async keep(request, kept) {
      if (((await find(request))?.answer ?? null) !== null) throw new Error('Another answer is kept for this request.')
      set(request, kept)
    },

    async prune(countMax) {
      const old = [...answers].filter(([, row]) => isOld(row)).slice(0, countMax)
      for (const [name] of old) answers.delete(name)
      return old.length
    },
  }
}
