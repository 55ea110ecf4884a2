import { expect, it } from 'vitest'
import { aGroup, aPersonIn, memoryPorts, newId } from '../testing/index.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { findGroup, findPerson } from './member.ts'

it('finds a group by its exact slug, and a person by id or by address in any letter case', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
  const userId = newId() as AccountId
  await ports.transact(async (stores) => {
    await stores.groups.insert(aGroup('support'))
    expect(await findGroup(stores, 'support')).toEqual({ ok: true, value: 'support' })
    expect(await findGroup(stores, 'Support')).toEqual({
      ok: false,
      error: { code: 'group.not_found', slug: 'Support' },
    })
    for (const named of [{ userId: account.id }, { email: ' ADA@example.com' }])
      expect(await findPerson(stores, named)).toEqual({ ok: true, value: account })
    for (const named of [{ userId }, { email: 'no address' }]) {
      const identifier = 'email' in named ? named.email : named.userId
      expect(await findPerson(stores, named)).toEqual({
        ok: false,
        error: { code: 'account.not_found', identifier },
      })
    }
    return ok(null)
  })
})
