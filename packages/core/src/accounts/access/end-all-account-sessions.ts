import type { Operator } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import { anyAccount, type Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import type { AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import { endSessions } from '../../credentials/end-sessions.ts'

export type EndAllAccountSessions = {
  readonly actor: Operator
  /** The `next` of the last call; null for the first. */
  readonly after: Email | null
}
export type EndedSessions = {
  /** How many accounts the call went through. */
  readonly accounts: number
  /** How many of them had sessions, which ended. */
  readonly people: number
  readonly sessions: number
  /** For the next call; null if this was the last account. */
  readonly next: Email | null
}

type AccountStores = 'accounts' | 'audit' | 'challenges' | 'linkCodes' | 'lockAccount' | 'sessions'

const accountsPerBatch = 100

/**
 * Signs the people of a batch of accounts out everywhere, one account per transaction, while Ken runs. Call it until no
 * account is left. Sign-ins that complete meanwhile may stay. After an interruption, start again.
 */
export async function endAllAccountSessions(
  ports: Transacts<AccountStores>,
  { actor, after }: EndAllAccountSessions,
): Promise<EndedSessions> {
  // Someone whose address changes, so that no batch has it, is signed out by that change.
  const batch = await accountsAfter(ports, after)
  const ended: number[] = []
  for (const { id } of batch) ended.push(await endOf(ports, actor, id))
  return {
    accounts: batch.length,
    people: ended.filter((count) => count > 0).length,
    sessions: ended.reduce((sum, count) => sum + count, 0),
    next: batch.at(-1)?.email ?? null,
  }
}

const accountsAfter = async ({ transact }: Transacts<'accounts'>, after: Email | null) =>
  (
    await transact(async ({ accounts }) =>
      ok(await accounts.list(anyAccount, { after, limit: accountsPerBatch })),
    )
  ).value

const endOf = async (
  { transact }: Transacts<AccountStores>,
  actor: Operator,
  id: AccountId,
): Promise<number> =>
  (
    await transact(async (stores) => {
      await stores.lockAccount(id)
      const ended = await endSessions(stores, id, null)
      if (ended > 0)
        await stores.audit.append(
          auditEntry(actor, 'account.end_sessions', `user:${id}`, { ended }),
        )
      return ok(ended)
    })
  ).value
