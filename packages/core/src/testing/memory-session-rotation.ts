import type { Rotated, SessionRotation } from '../ports/session-rotation.ts'
import { ok } from '../result.ts'
import { rotationGraceMax, rotationGraceSeconds, sessionAbsoluteSeconds, sessionSlidingSeconds } from '../sessions/session.ts'
import type { MemoryDatabase } from './memory-database.ts'

const after = (date: Date, seconds: number): number => date.getTime() + seconds * 1_000

export const memorySessionRotation = (database: MemoryDatabase): SessionRotation => ({
  async rotate({ sessionId, generation, device, address }) {
    const rotated = await database.change(async ({ accounts, rotations, sessions }) => {
      const now = database.now()
      const session = sessions.get(sessionId)
      const account = session === undefined ? undefined : accounts.get(session.userId)
      if (session === undefined || account?.status !== 'active' || session.expiresAt <= now || generation > session.generation) {
        return ok<Rotated>({ kind: 'ended' })
      }
      const { userId, rememberMe } = session
      const { role, email, name } = account
      const earlier = rotations.get(sessionId) ?? []
      if (generation === session.generation) {
        const expiresAt = new Date(Math.min(after(now, sessionSlidingSeconds), after(session.createdAt, sessionAbsoluteSeconds)))
        const successor = { generation: generation + 1, rotatedAt: now, lastActiveAt: now, expiresAt, device, address }
        sessions.set(sessionId, { ...session, ...successor })
        rotations.set(sessionId, [now, ...earlier].slice(0, rotationGraceMax))
        return ok<Rotated>({ kind: 'rotated', generation: generation + 1, userId, role, email, name, rememberMe })
      }
      const replacedAt = earlier[session.generation - generation - 1]
      if (replacedAt !== undefined && after(replacedAt, rotationGraceSeconds) > now.getTime()) {
        return ok<Rotated>({ kind: 'grace', generation: session.generation, userId, role, email, name, rememberMe })
      }
      sessions.delete(sessionId)
      return ok<Rotated>({ kind: 'reused', userId })
    })
    return rotated.value
  },
})
