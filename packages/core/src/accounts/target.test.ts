import { describe, expect, it } from 'vitest'
import { operator } from '../actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { permittedActs } from '../testing/permitted-acts.ts'
import { removableTargetOf, targetOf } from './target.ts'

const lastOwner = { ok: false, error: { code: 'account.last_owner' } }

describe('targetOf', () => {
  permittedActs('end_sessions', (ports, actor, userId) =>
    ports.transact((stores) => targetOf(stores, { actor, act: 'end_sessions', userId })),
  )
})

describe('removableTargetOf', () => {
  permittedActs('deactivate', (ports, actor, userId) =>
    ports.transact((stores) => removableTargetOf(stores, { actor, act: 'deactivate', userId })),
  )

  it('R50 spares the only active Owner, also from the operator and from themself', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const remove = (who: typeof actor | typeof operator) =>
      ports.transact((stores) => removableTargetOf(stores, { actor: who, act: 'delete', userId: account.id }))
    expect([await remove(operator), await remove(actor)]).toEqual([lastOwner, lastOwner])
    await aPersonIn(ports, { role: 'Owner' })
    expect(await remove(actor)).toMatchObject({ ok: true, value: { account } })
  })

  it('R50 never counts an Owner who is deactivated', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { role: 'Owner' })
    const { account } = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const removed = ports.transact((stores) => removableTargetOf(stores, { actor: operator, act: 'delete', userId: account.id }))
    expect(await removed).toMatchObject({ ok: true })
  })
})
