import type { RecoveryCodeStore } from '../../../../ports/stores/sign-in/recovery-code-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryRecoveryCodeStore = ({ recoveryCodes }: MemoryTables): RecoveryCodeStore => ({
  async replace(userId, hashes) {
    recoveryCodes.set(userId, new Map(hashes.map((hash) => [hash, false])))
  },

  listUnused: async (userId) =>
    [...(recoveryCodes.get(userId) ?? [])].filter(([, used]) => !used).map(([hash]) => hash),

  async consume(userId, hash) {
    const codes = recoveryCodes.get(userId)
    if (codes?.get(hash) !== false) return false
    recoveryCodes.set(userId, new Map([...codes, [hash, true]]))
    return true
  },
})
