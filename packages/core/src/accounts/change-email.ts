import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { notify } from '../notices/notice.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AccountNotFound, EmailInvalid, EmailTaken, Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { newEmail } from '../model/accounts/email.ts'
import { voidProofs } from '../credentials/proofs.ts'
import { targetOf } from '../authorization/target.ts'

export type ChangeEmail = { readonly actor: Actor; readonly userId: AccountId; readonly email: string }

/**
 * Gives a person another address, on trust of the actor's role. Sessions end, and both addresses are
 * told. Of any number at once for one address, one succeeds. The same address again changes nothing.
 */
export async function changeEmail(
  ports: Pick<Ports, 'transact'>,
  { actor, userId, ...input }: ChangeEmail,
): Promise<Result<Account, Forbidden | AccountNotFound | EmailInvalid | EmailTaken>> {
  return ports.transact(async (stores) => {
    const target = await targetOf(stores, { actor, act: 'change_email', userId })
    if (!target.ok) return target
    const { account } = target.value
    const email = newEmail(input.email)
    if (email === null) return err({ code: 'account.email_invalid' })
    if (email === account.email) return ok(account)

    if (!(await stores.accounts.changeEmail(userId, email))) return err({ code: 'account.email_taken' })
    await voidProofs(stores, userId, null)
    const [from, to] = [account.email, email]
    await stores.audit.append(auditEntry(actor, 'user.email_change', `user:${userId}`, { from, to }))
    const changed: Account = { ...account, email }
    for (const told of [account, changed]) await notify(stores, told, { kind: 'email_changed', from, to })
    return ok(changed)
  })
}
