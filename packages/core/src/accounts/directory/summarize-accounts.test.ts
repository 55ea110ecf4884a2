import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aDate, aPersonIn, memoryPorts } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { ok } from '../../model/result.ts'
import type { AccountCount } from '../../ports/index.ts'
import { countedPerKindMax, summarizeAccounts } from './summarize-accounts.ts'

describe('summarizeAccounts', () => {
  onlyAdministrators((ports, actor) => summarizeAccounts(ports, { actor }))

  it('counts people by role and status, and active ones without two-factor authentication', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { role: 'Owner', mfaEnabledAt: aDate })
    await aPersonIn(ports, { role: 'Admin' })
    await aPersonIn(ports, { role: 'Admin', status: 'deactivated' })
    for (let person = 0; person < 3; person += 1) await aPersonIn(ports)
    expect(await summarizeAccounts(ports, { actor: operator })).toEqual({
      ok: true,
      value: {
        total: 6,
        byRole: { Owner: 1, Admin: 2, Member: 3 },
        byStatus: { active: 5, deactivated: 1 },
        withoutMfaByRole: { Owner: 0, Admin: 1, Member: 3 },
        isCapped: false,
      },
    })
  })

  it('says when there are more people than it counts', async () => {
    const ports = memoryPorts()
    const many: AccountCount = {
      role: 'Member',
      status: 'active',
      mfa: 'missing',
      accounts: countedPerKindMax,
    }
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({ ...stores, accounts: { ...stores.accounts, countByKind: async () => [many] } }),
      )
    const summary = await summarizeAccounts({ transact }, { actor: operator })
    expect(summary).toMatchObject(ok({ total: countedPerKindMax, isCapped: true }))
  })
})
