import type { LinkCodeStore } from '../../../../ports/stores/sign-in/link-code-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryLinkCodeStore = (
  { accounts, linkCodes }: MemoryTables,
  now: Date,
): LinkCodeStore => ({
  async replace(userId, code) {
    if (!accounts.has(userId)) throw new Error(`account ${userId} is missing`)
    linkCodes.set(userId, code)
  },

  async consume(digest, source) {
    const [userId, code] = [...linkCodes].find(([, row]) => row.digest === digest) ?? []
    if (userId === undefined || code === undefined) return null
    linkCodes.delete(userId)
    return code.expiresAt > now && (code.source ?? source) === source ? userId : null
  },

  async revokeAll(userId) {
    linkCodes.delete(userId)
  },

  async prune(countMax) {
    const over = [...linkCodes].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, countMax)
    for (const [userId] of over) linkCodes.delete(userId)
    return over.length
  },
})
