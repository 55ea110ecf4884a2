import type { Account } from '../../../model/accounts/account.ts'
import type { AttemptBucket, AttemptLimits } from '../../../ports/credentials/attempt-limits.ts'
import type { PasswordHolder, SignInAttempts } from '../../../ports/credentials/sign-in-attempts.ts'
import { err, ok } from '../../../model/result.ts'
import { sessionSlidingSeconds } from '../../../model/sessions/session.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import { nextStage } from '../../../sign-in-flow/sign-in-flow.ts'
import { memoryAuditStore } from '../stores/audit/memory-audit-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { refundIn, memoryAttemptLimits } from './memory-attempt-limits.ts'

export function memorySignInAttempts(database: MemoryDatabase): SignInAttempts {
  const attemptLimits = memoryAttemptLimits(database)
  return {
    async begin({ email, unknownBucket, client, accountLimit, device }) {
      const account = [...database.tables.accounts.values()].find((row) => row.email === email)
      const holder = account === undefined ? null : holderOf(account, database.now())
      const takenFrom: AttemptBucket[] = []
      const take: AttemptLimits['take'] = async (bucket, limit) => {
        const decision = await attemptLimits.take(bucket, limit)
        if (decision.allowed) takenFrom.push(bucket)
        return decision
      }
      const isKnown =
        device !== null &&
        holder?.id === device.userId &&
        holder.passwordEpoch === device.passwordEpoch
      const ofDevice = isKnown ? await take(device.bucket, device.limit) : null
      if (ofDevice?.allowed === true)
        return { holder, decision: ofDevice, isClientThrottled: false, takenFrom }
      const isClientThrottled =
        client !== null && !(await take(client.bucket, client.limit)).allowed
      const bucket = holder === null ? unknownBucket : accountBucket(holder.id)
      const decision =
        isClientThrottled || bucket === null ? null : await take(bucket, accountLimit)
      return { holder, decision, isClientThrottled, takenFrom }
    },

    async openSession(opening) {
      const { session, email, passwordEpoch, previous, entry, takenFrom, bucketToClear } = opening
      const opened = await database.change(async (draft) => {
        const now = database.now()
        const account = draft.accounts.get(session.userId)
        if (account?.status !== 'active' || account.email !== email) return err(null)
        if (account.passwordEpoch !== passwordEpoch) return err(null)
        if (account.temporaryPasswordExpiresAt !== null) return err(null)
        if (nextStage(account, draft.settings.get('organisation')!, false) !== null)
          return err(null)
        const ending = previous === null ? undefined : draft.sessions.get(previous)
        if (ending !== undefined && ending.userId !== account.id) return err(null)
        if (previous !== null) draft.sessions.delete(previous)
        const expiresAt = new Date(now.getTime() + sessionSlidingSeconds * 1_000)
        const times = { rotatedAt: now, createdAt: now, expiresAt, lastActiveAt: now }
        draft.sessions.set(session.id, { ...session, ...times, generation: 1 })
        draft.accounts.set(account.id, { ...account, lastSignInAt: now })
        await memoryAuditStore(draft, now).append(entry)
        for (const bucket of takenFrom) refundIn(draft.attempts, bucket)
        draft.attempts.delete(bucketToClear)
        return ok({ ...account, lastSignInAt: now })
      })
      return opened.ok ? opened.value : null
    },
  }
}

const minuteMs = 60_000

const holderOf = (
  { id, email, status, passwordHash, passwordEpoch, lastSignInAt }: Account,
  now: Date,
): PasswordHolder => ({
  id,
  email,
  status,
  passwordHash,
  passwordEpoch,
  hasJustSignedIn: lastSignInAt !== null && now.getTime() - lastSignInAt.getTime() < minuteMs,
})
