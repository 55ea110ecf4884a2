import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import { notify } from '../notices/notice.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  AccountNotFound,
  ChangesExhausted,
  EmailInvalid,
  EmailTaken,
  Forbidden,
} from '../model/accounts/account-errors.ts'
import {
  profileOf,
  type Account,
  type AccountId,
  type AccountProfile,
} from '../model/accounts/account.ts'
import { newEmail } from '../model/accounts/email.ts'
import { revokeCredentials } from '../credentials/revoke-credentials.ts'
import { authorizeAccountAct } from '../authorization/authorize-account-act.ts'

export type ChangeEmail = {
  readonly actor: Actor
  readonly userId: AccountId
  readonly email: string
}

/**
 * Changes a person's address, on the authority of the actor's role. Ends all sessions, and notifies
 * both addresses. Exactly one of any concurrent changes to one address succeeds. Setting
 * the current address changes nothing.
 */
export async function changeEmail(
  ports: Pick<Ports, 'attemptLimits'> &
    Transacts<
      | 'accounts'
      | 'audit'
      | 'challenges'
      | 'jobs'
      | 'linkCodes'
      | 'lockAccount'
      | 'now'
      | 'passwordResets'
      | 'sessions'
    >,
  { actor, userId, ...input }: ChangeEmail,
): Promise<
  Result<AccountProfile, Forbidden | AccountNotFound | EmailInvalid | EmailTaken | ChangesExhausted>
> {
  return withinChangeLimit(ports, actor, 'administered_changes', () =>
    ports.transact(async (stores) => {
      const target = await authorizeAccountAct(stores, { actor, act: 'change_email', userId })
      if (!target.ok) return target
      const { account } = target.value
      const email = newEmail(input.email)
      if (email === null) return err({ code: 'account.email_invalid' })
      if (email === account.email) return ok(profileOf(account))

      // Before the change, which locks the account against references: an act in one of the sessions that end refers to
      // the account, and must not wait for the change.
      await revokeCredentials(stores, userId, null)
      if (!(await stores.accounts.changeEmail(userId, email)))
        return err({ code: 'account.email_taken' })
      const [from, to] = [account.email, email]
      await stores.audit.append(
        auditEntry(actor, 'user.email_change', `user:${userId}`, { from, to }),
      )
      const changed: Account = { ...account, email }
      for (const notified of [account, changed])
        await notify(stores, notified, { kind: 'email_changed', from, to })
      return ok(profileOf(changed))
    }),
  )
}
