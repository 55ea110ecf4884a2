import { describe, expect, it } from 'vitest'
import { roles, type Account, type AccountId } from '../../model/accounts/account.ts'
import type { ActOnAccount } from '../../model/accounts/permissions.ts'
import type { Person } from '../../model/actor.ts'
import type { Result } from '../../model/result.ts'
import { createKey } from '../../keys/create-key.ts'
import { issuePasswordReset } from '../../passwords/issue-password-reset.ts'
import { resetSecondFactor } from '../../second-factor/reset-second-factor.ts'
import { aPersonIn, memoryPorts, valueOf, type MemoryPorts } from '../../testing/index.ts'
import { changeEmail } from '../change-email.ts'
import { changeRole } from '../access/change-role.ts'
import { deactivateAccount } from '../access/deactivate-account.ts'
import { deleteAccount } from '../access/delete-account.ts'
import { endAccountSessions } from '../access/end-account-sessions.ts'
import { reactivateAccount } from '../access/reactivate-account.ts'
import { showAccount } from './show-account.ts'

type Perform = (
  ports: MemoryPorts,
  request: { readonly actor: Person; readonly userId: AccountId },
) => Promise<Result<unknown, { readonly code: string }>>

const acts: Readonly<Partial<Record<ActOnAccount, Perform>>> = {
  deactivate: deactivateAccount,
  reactivate: reactivateAccount,
  delete: deleteAccount,
  change_role: (ports, { actor, userId }) => {
    const role = ports.database.tables.accounts.get(userId)!.role === 'Admin' ? 'Member' : 'Admin'
    return changeRole(ports, { actor, userId, role })
  },
  change_email: (ports, request) => changeEmail(ports, { ...request, email: 'new@example.com' }),
  reset_password: issuePasswordReset,
  reset_second_factor: resetSecondFactor,
  end_sessions: endAccountSessions,
  issue_key: (ports, { actor, userId }) =>
    createKey(ports, { actor, ownerId: userId, name: 'laptop', lifetimeDays: 30, sources: null }),
}

const targets: readonly (Partial<Account> | 'self')[] = [
  ...roles.flatMap((role) => [
    { role, status: 'active' } as const,
    { role, status: 'deactivated' } as const,
  ]),
  'self',
]

/** Whether an act that succeeded had nothing to do. */
const isUnchanged = async ({ database }: MemoryPorts, { id, status }: Account) =>
  database.tables.audit.size === 0 && database.tables.accounts.get(id)?.status === status

describe('what showAccount says of an act', () => {
  it.each(Object.entries(acts))('R51 is what happens: %s', async (act, perform) => {
    for (const role of ['Owner', 'Admin'] as const)
      for (const target of targets) {
        const ports = memoryPorts()
        const { actor, account: self } = await aPersonIn(ports, { role })
        const { account } =
          target === 'self' ? { account: self } : await aPersonIn(ports, { ...target })
        const request = { actor, userId: account.id }
        const { may, refusals } = valueOf(await showAccount(ports, request))
        const outcome = await perform(ports, request)
        const refusal = refusals[act as ActOnAccount]
        const code = outcome.ok ? null : outcome.error.code
        const isDone = outcome.ok && (await isUnchanged(ports, account))
        expect({
          role,
          target,
          isPossible: (may as readonly string[]).includes(act),
          isRefused: refusal !== undefined,
        }).toEqual({
          role,
          target,
          isPossible: outcome.ok && !isDone,
          isRefused: isDone || !outcome.ok,
        })
        expect(refusal === 'last_owner').toBe(code === 'account.last_owner')
      }
  })
})
