import type {
  RotationResult,
  SessionRotation,
} from '../../../ports/credentials/session-rotation.ts'
import { ok } from '../../../model/result.ts'
import {
  rotationGraceMax,
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
} from '../../../model/sessions/session.ts'
import { memoryAuditStore } from '../stores/audit/memory-audit-store.ts'
import type { MemoryDatabase, MemoryTables } from '../memory-database.ts'

const after = (date: Date, seconds: number): number => date.getTime() + seconds * 1_000

/** How long a server was up between two times. */
function upMs(outages: MemoryTables['outages'], from: Date, to: Date): number {
  const [start, end] = [from.getTime(), to.getTime()]
  const down = [...outages].map(([beganAt, endedAt]) =>
    Math.max(0, Math.min(endedAt, end) - Math.max(beganAt, start)),
  )
  return end - start - down.reduce((sum, milliseconds) => sum + milliseconds, 0)
}

export const memorySessionRotation = (database: MemoryDatabase): SessionRotation => ({
  async rotate({ sessionId, generation, device, address, reuseEntry }) {
    const rotated = await database.change(async (draft) => {
      const { accounts, outages, rotations, sessions } = draft
      const now = database.now()
      const session = sessions.get(sessionId)
      const account = session === undefined ? undefined : accounts.get(session.userId)
      if (
        session === undefined ||
        account?.status !== 'active' ||
        session.expiresAt <= now ||
        generation > session.generation
      ) {
        return ok<RotationResult>({ kind: 'ended' })
      }
      const { userId, rememberMe } = session
      const { role, email, name } = account
      const earlier = rotations.get(sessionId) ?? []
      if (generation === session.generation) {
        const expiresAt = new Date(
          Math.min(
            after(now, sessionSlidingSeconds),
            after(session.createdAt, sessionAbsoluteSeconds),
          ),
        )
        const successor = {
          generation: generation + 1,
          rotatedAt: now,
          lastActiveAt: now,
          expiresAt,
          device,
          address,
        }
        sessions.set(sessionId, { ...session, ...successor })
        rotations.set(sessionId, [now, ...earlier].slice(0, rotationGraceMax))
        return ok<RotationResult>({
          kind: 'rotated',
          generation: generation + 1,
          userId,
          role,
          email,
          name,
          rememberMe,
        })
      }
      const replacedAt = earlier[session.generation - generation - 1]
      if (
        replacedAt !== undefined &&
        upMs(outages, replacedAt, now) < rotationGraceSeconds * 1_000
      ) {
        return ok<RotationResult>({
          kind: 'grace',
          generation: session.generation,
          userId,
          role,
          email,
          name,
          rememberMe,
        })
      }
      sessions.delete(sessionId)
      draft.linkCodes.delete(userId)
      await memoryAuditStore(draft, now).append({ ...reuseEntry, target: `user:${userId}` })
      return ok<RotationResult>({ kind: 'reused', userId })
    })
    return rotated.value
  },
})
