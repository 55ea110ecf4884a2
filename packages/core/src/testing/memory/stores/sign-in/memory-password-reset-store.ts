import { passwordResetAttemptsMax } from '../../../../model/passwords/password-reset.ts'
import type { PasswordResetStore } from '../../../../ports/stores/sign-in/password-reset-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

/** Transactions run one at a time, so finding takes no lock. */
export function memoryPasswordResetStore(
  { accounts, passwordResets }: MemoryTables,
  now: Date,
): PasswordResetStore {
  const rows = () => [...passwordResets.values()]
  const revokeAll: PasswordResetStore['revokeAll'] = async (userId) => {
    for (const row of rows())
      if (row.reset.userId === userId) passwordResets.set(row.reset.id, { ...row, digest: null })
  }
  return {
    revokeAll,

    async insert(reset, digest) {
      if (!accounts.has(reset.userId)) throw new Error(`account ${reset.userId} is missing`)
      await revokeAll(reset.userId)
      passwordResets.set(reset.id, { reset, digest, tries: 0 })
    },

    async find(digest) {
      const row = rows().find((candidate) => candidate.digest === digest)
      return row !== undefined && row.reset.expiresAt > now ? row.reset : null
    },

    count: async (userId) =>
      rows().filter(({ reset }) => reset.userId === userId && reset.expiresAt > now).length,

    async countAttempt(id) {
      const row = passwordResets.get(id)
      if (row === undefined || row.tries >= passwordResetAttemptsMax) return false
      passwordResets.set(id, { ...row, tries: row.tries + 1 })
      return true
    },

    async remove(id) {
      passwordResets.delete(id)
    },

    async prune(countMax) {
      const over = rows()
        .filter(({ reset }) => reset.expiresAt <= now)
        .slice(0, countMax)
      for (const { reset } of over) passwordResets.delete(reset.id)
      return over.length
    },
  }
}
