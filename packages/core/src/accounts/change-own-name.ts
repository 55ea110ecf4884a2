import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { ChangesExhausted, Forbidden, NameInvalid } from '../model/accounts/account-errors.ts'
import {
  displayName,
  profileOf,
  type Account,
  type AccountProfile,
} from '../model/accounts/account.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'

export type ChangeOwnName = { readonly actor: Person; readonly name: string }

/** The account afterwards, and whether it is another one than before. */
type Renamed = { readonly account: Account; readonly isChanged: boolean }

/** Changes the display name of the person. The current name changes nothing, and does not count. */
export async function changeOwnName(
  ports: Pick<Ports, 'attemptLimits'> & Transacts<'accounts' | 'audit' | 'lockAccount' | 'now'>,
  { actor, ...input }: ChangeOwnName,
): Promise<Result<AccountProfile, Forbidden | NameInvalid | ChangesExhausted>> {
  const name = displayName(input.name)
  if (name === null) return err({ code: 'account.name_invalid' })
  const rename = (): Promise<Result<Renamed, Forbidden>> =>
    ports.transact(async (stores) => {
      const account = await stores.lockAccount(actor.userId)
      if (account === null || (await effectiveRoleOf(stores, actor)) === null)
        return err({ code: 'account.forbidden' })
      if (account.name === name) return ok({ account, isChanged: false })
      const changed: Account = { ...account, name, updatedAt: await stores.now() }
      await stores.accounts.update(changed)
      const meta = { from: account.name, to: name }
      await stores.audit.append(
        auditEntry(actor, 'account.change_name', `user:${account.id}`, meta),
      )
      return ok({ account: changed, isChanged: true })
    })
  const renamed = await withinChangeLimit(
    ports,
    actor,
    'own_changes',
    rename,
    (outcome) => outcome.ok && outcome.value.isChanged,
  )
  return renamed.ok ? ok(profileOf(renamed.value.account)) : renamed
}
