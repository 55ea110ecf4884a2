import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, overtakenAt } from '../testing/index.ts'
import { permittedActs } from '../testing/builders/permitted-acts.ts'
import { removableTargetOf, targetOf } from './target.ts'

const lastOwner = { ok: false, error: { code: 'account.last_owner' } }

describe('targetOf', () => {
  permittedActs('end_sessions', (ports, actor, userId) =>
    ports.transact((stores) => targetOf(stores, { actor, act: 'end_sessions', userId })),
  )

  it('R48 goes by the role that the actor has once the target is locked', async () => {
    for (const change of [{ role: 'Member' }, { status: 'deactivated' }] as const) {
      const ports = memoryPorts()
      const [owner, target] = [await aPersonIn(ports, { role: 'Owner' }), await aPersonIn(ports)]
      const transact = overtakenAt(ports.transact, 'lockAccount', ({ accounts }) =>
        accounts.update({ ...owner.account, ...change }),
      )
      const request = { actor: owner.actor, act: 'end_sessions', userId: target.account.id } as const
      expect(await transact((stores) => targetOf(stores, request))).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    }
  })

  it('R48 locks the target, whoever acts, and goes by the account that the lock returns', async () => {
    const ports = memoryPorts()
    const [admin, { account: target }] = [await aPersonIn(ports, { role: 'Admin' }), await aPersonIn(ports)]
    const promoted = { ...target, role: 'Owner' } as const
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const lockAccount: typeof stores.lockAccount = async (id) => {
          // As if a transaction that held the lock before had committed this.
          if (id === target.id) await stores.accounts.update(promoted)
          return stores.lockAccount(id)
        }
        return work({ ...stores, lockAccount })
      })
    const judged = (actor: typeof admin.actor | typeof operator) =>
      transact((stores) => targetOf(stores, { actor, act: 'end_sessions', userId: target.id }))
    expect(await judged(admin.actor)).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    expect(await judged(operator)).toMatchObject({ ok: true, value: { account: promoted } })
  })
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

  it('R50 counts the Owners once it has their lock, whoever was one before', async () => {
    const ports = memoryPorts()
    const [{ account }, other] = [await aPersonIn(ports, { role: 'Owner' }), await aPersonIn(ports, { role: 'Owner' })]
    const transact = overtakenAt(ports.transact, 'lockOwners', ({ accounts }) =>
      accounts.update({ ...other.account, role: 'Member' }),
    )
    const request = { actor: operator, act: 'deactivate', userId: account.id } as const
    expect(await transact((stores) => removableTargetOf(stores, request))).toEqual(lastOwner)
  })

  it('R50 never counts an Owner who is deactivated', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { role: 'Owner' })
    const { account } = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const removed = ports.transact((stores) => removableTargetOf(stores, { actor: operator, act: 'delete', userId: account.id }))
    expect(await removed).toMatchObject({ ok: true })
  })
})
