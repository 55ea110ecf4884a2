import type { SessionStore } from '../../../../ports/stores/sign-in/session-store.ts'
import type { SessionPosition } from '../../../../model/sessions/session.ts'
import type { MemoryTables } from '../../memory-database.ts'

export function memorySessionStore(
  { accounts, secretUses, sessions }: MemoryTables,
  now: Date,
): SessionStore {
  const livingOf = (userId: string) =>
    [...sessions.values()].filter((session) => session.userId === userId && session.expiresAt > now)
  return {
    async insert(session) {
      if (!accounts.has(session.userId)) throw new Error(`account ${session.userId} is missing`)
      if (sessions.has(session.id)) throw new Error(`session ${session.id} exists`)
      sessions.set(session.id, session)
    },

    async find(id) {
      const session = sessions.get(id)
      return session !== undefined && session.expiresAt > now ? session : null
    },

    listByUser: async (userId, { after, limit }) =>
      livingOf(userId)
        .filter((session) => after === null || byActivity(after, session) < 0)
        .toSorted(byActivity)
        .slice(0, limit),

    count: async (userId) => livingOf(userId).length,

    async countSignedBy(secrets, newest) {
      const begun = secretUses.get(newest)?.firstAt ?? now
      const signedUntil = secrets.map(
        (id) => (secretUses.get(id)?.lastAt ?? begun).getTime() + secretUseMarginMs,
      )
      return [...sessions.values()].filter(
        ({ expiresAt, rotatedAt }) =>
          expiresAt > now && rotatedAt.getTime() <= Math.max(...signedUntil),
      ).length
    },

    listSigning: async () =>
      [...secretUses]
        .filter(([, { lastAt }]) => now.getTime() - lastAt.getTime() < signingMs)
        .map(([id]) => id)
        .toSorted(),

    end: async (userId, id) =>
      livingOf(userId).some((session) => session.id === id) && sessions.delete(id),

    async endAll(userId, except) {
      const ended = livingOf(userId).filter(({ id }) => id !== except)
      for (const { id } of ended) sessions.delete(id)
      return ended.length
    },

    async prune(countMax) {
      const over = [...sessions.values()]
        .filter(({ expiresAt }) => expiresAt <= now)
        .slice(0, countMax)
      for (const { id } of over) sessions.delete(id)
      return over.length
    },
  }
}

/** Servers record the secret they sign with every few seconds. */
const secretUseMarginMs = 60_000
const signingMs = 15_000

/** Latest first. */
const byActivity = (left: SessionPosition, right: SessionPosition): number =>
  right.lastActiveAt.getTime() - left.lastActiveAt.getTime() ||
  (left.id > right.id ? -1 : Number(left.id < right.id))
