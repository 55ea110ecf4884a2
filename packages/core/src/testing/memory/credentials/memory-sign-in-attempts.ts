import type { Account } from '../../../model/accounts/account.ts'
import type { GuessBucket, GuessBudgets } from '../../../ports/credentials/guess-budgets.ts'
import type { PasswordHolder, SignInAttempts } from '../../../ports/credentials/sign-in-attempts.ts'
import { err, ok } from '../../../model/result.ts'
import { sessionSlidingSeconds } from '../../../model/sessions/session.ts'
import { accountBucket } from '../../../attempt-limits/guesses.ts'
import { nextStage } from '../../../sign-in-flow/stages.ts'
import { memoryAuditStore } from '../stores/memory-audit-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { forgiveIn, memoryGuessBudgets } from './memory-guess-budgets.ts'

export function memorySignInAttempts(database: MemoryDatabase): SignInAttempts {
  const budgets = memoryGuessBudgets(database)
  return {
    async begin({ email, unknownBucket, clientBudget, accountRule, device }) {
      const account = [...database.tables.accounts.values()].find((row) => row.email === email)
      const holder = account === undefined ? null : holderOf(account)
      const taken: GuessBucket[] = []
      const take: GuessBudgets['take'] = async (bucket, rule) => {
        const guess = await budgets.take(bucket, rule)
        if (guess.allowed) taken.push(bucket)
        return guess
      }
      const isKnown = device !== null && holder?.id === device.userId && holder.passwordEpoch === device.passwordEpoch
      const ofDevice = isKnown ? await take(device.bucket, device.rule) : null
      if (ofDevice?.allowed === true) return { holder, guess: ofDevice, isClientClosed: false, taken }
      const isClientClosed = clientBudget !== null && !(await take(clientBudget.bucket, clientBudget.rule)).allowed
      const bucket = holder === null ? unknownBucket : accountBucket(holder.id)
      const guess = isClientClosed || bucket === null ? null : await take(bucket, accountRule)
      return { holder, guess, isClientClosed, taken }
    },

    async openSession({ session, passwordEpoch, previous, entry, taken, emptied }) {
      const opened = await database.change(async (draft) => {
        const now = database.now()
        const account = draft.accounts.get(session.userId)
        if (account?.status !== 'active' || account.passwordEpoch !== passwordEpoch) return err(null)
        if (account.temporaryPasswordExpiresAt !== null) return err(null)
        if (nextStage(account, draft.settings.get('organisation')!, false) !== null) return err(null)
        if (previous !== null) draft.sessions.delete(previous)
        const expiresAt = new Date(now.getTime() + sessionSlidingSeconds * 1_000)
        const times = { rotatedAt: now, createdAt: now, expiresAt, lastActiveAt: now }
        draft.sessions.set(session.id, { ...session, ...times, generation: 1 })
        draft.accounts.set(account.id, { ...account, lastSignInAt: now })
        await memoryAuditStore(draft, now).append(entry)
        for (const bucket of taken) forgiveIn(draft.guesses, bucket)
        draft.guesses.delete(emptied)
        return ok({ ...account, lastSignInAt: now })
      })
      return opened.ok ? opened.value : null
    },
  }
}

const holderOf = ({ id, status, passwordHash, passwordEpoch }: Account): PasswordHolder => ({
  id,
  status,
  passwordHash,
  passwordEpoch,
})
