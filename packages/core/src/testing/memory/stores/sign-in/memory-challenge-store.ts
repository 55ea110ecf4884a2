import type { ChallengeStore } from '../../../../ports/stores/sign-in/challenge-store.ts'
import { challengeAttemptsMax } from '../../../../model/sign-in/challenge.ts'
import type { MemoryTables } from '../../memory-database.ts'

/** Transactions run one at a time, so finding takes no lock. */
export const memoryChallengeStore = (
  { accounts, challenges }: MemoryTables,
  now: Date,
): ChallengeStore => ({
  async insert(challenge, digest) {
    if (!accounts.has(challenge.userId)) throw new Error(`account ${challenge.userId} is missing`)
    challenges.set(challenge.id, { challenge, digest, tries: 0 })
  },

  async find(digest) {
    const row = [...challenges.values()].find((candidate) => candidate.digest === digest)
    return row !== undefined && row.tries < challengeAttemptsMax && row.challenge.expiresAt > now
      ? row.challenge
      : null
  },

  async countAttempt(id) {
    const row = challenges.get(id)
    if (row !== undefined) challenges.set(id, { ...row, tries: row.tries + 1 })
  },

  async refundAttempt(id) {
    const row = challenges.get(id)
    if (row !== undefined) challenges.set(id, { ...row, tries: Math.max(0, row.tries - 1) })
  },

  consume: async (id) => challenges.delete(id),

  async removeAll(userId) {
    for (const { challenge } of challenges.values())
      if (challenge.userId === userId) challenges.delete(challenge.id)
  },

  async prune(countMax) {
    const over = [...challenges.values()]
      .filter(({ challenge }) => challenge.expiresAt <= now)
      .slice(0, countMax)
    for (const { challenge } of over) challenges.delete(challenge.id)
    return over.length
  },
})
