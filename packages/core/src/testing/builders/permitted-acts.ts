import { expect, it } from 'vitest'
import { roles, type AccountId } from '../../model/accounts/account.ts'
import { mayActOn, type AccountAct } from '../../model/accounts/permissions.ts'
import { operator, type Actor } from '../../model/actor.ts'
import type { Result } from '../../model/result.ts'
import { newId } from './builders.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import { aPersonIn } from './people.ts'

/** Tests that a use case follows the permission matrix, for every actor and target. */
export function permittedActs(
  act: AccountAct,
  perform: (
    ports: MemoryPorts,
    actor: Actor,
    userId: AccountId,
  ) => Promise<Result<unknown, { readonly code: string }>>,
): void {
  const forbidden = { ok: false, error: { code: 'account.forbidden' } }

  it('R51 is permitted as the matrix says, for every role on every role and on oneself', async () => {
    for (const role of roles) {
      for (const targetRole of [...roles, 'self'] as const) {
        const ports = memoryPorts()
        await aPersonIn(ports, { role: 'Owner' })
        const { account, actor } = await aPersonIn(ports, { role })
        const target =
          targetRole === 'self' ? account : (await aPersonIn(ports, { role: targetRole })).account
        const before = [...ports.database.tables.accounts.values()]
        const outcome = await perform(ports, actor, target.id)
        expect([role, targetRole, outcome.ok]).toEqual([
          role,
          targetRole,
          mayActOn(account, act, target),
        ])
        if (outcome.ok) continue
        expect(outcome).toEqual(forbidden)
        expect([...ports.database.tables.accounts.values()]).toEqual(before)
        expect(ports.database.tables.audit.size).toBe(0)
      }
    }
  })

  it('R48 uses the role and status in the database, not what a credential claims', async () => {
    const ports = memoryPorts()
    const [member, gone, target] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { role: 'Owner', status: 'deactivated' }),
      await aPersonIn(ports),
    ]
    for (const actor of [
      { ...member.actor, role: 'Owner' as const },
      gone.actor,
      { ...target.actor, via: 'api_key' as const },
    ])
      expect(await perform(ports, actor, target.account.id)).toEqual(forbidden)
  })

  it('reports a missing account to administrators only', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    const unknown = newId() as AccountId
    expect(await perform(ports, actor, unknown)).toEqual(forbidden)
    expect(await perform(ports, operator, unknown)).toEqual({
      ok: false,
      error: { code: 'account.not_found', identifier: unknown },
    })
  })
}
