import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import { aKey, aPersonIn, memoryPorts, newDigest } from '../../testing/index.ts'
import { permittedActs } from '../../testing/builders/permitted-acts.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { reactivateAccount } from './reactivate-account.ts'

describe('reactivateAccount', () => {
  permittedActs('reactivate', (ports, actor, userId) => reactivateAccount(ports, { actor, userId }))

  it('reactivates a person without their earlier keys, and is audited once', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await ports.transact(async ({ keys }) => ok(await keys.insert(aKey(account), newDigest())))
    const request = { actor: operator, userId: account.id }
    await deactivateAccount(ports, request)
    for (let time = 0; time < 2; time += 1)
      expect(await reactivateAccount(ports, request)).toMatchObject({
        ok: true,
        value: { status: 'active' },
      })
    expect([...ports.database.tables.keys.values()].map(({ key }) => key.revokedAt)).not.toContain(
      null,
    )
    const actions = [...ports.database.tables.audit.values()].map(({ action }) => action)
    expect(actions).toEqual(['account.deactivate', 'account.reactivate'])
  })
})
