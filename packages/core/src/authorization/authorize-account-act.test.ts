import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, overtakenAt } from '../testing/index.ts'
import { permittedActs } from '../testing/builders/permitted-acts.ts'
import { authorizeAccountRemoval, authorizeAccountAct } from './authorize-account-act.ts'

const lastOwner = { ok: false, error: { code: 'account.last_owner' } }

describe('authorizeAccountAct', () => {
  permittedActs('end_sessions', (ports, actor, userId) =>
    ports.transact((stores) => authorizeAccountAct(stores, { actor, act: 'end_sessions', userId })),
  )

  it('R48 uses the role that the actor has once the target is locked', async () => {
    for (const change of [{ role: 'Member' }, { status: 'deactivated' }] as const) {
      const ports = memoryPorts()
      const [owner, target] = [await aPersonIn(ports, { role: 'Owner' }), await aPersonIn(ports)]
      const transact = overtakenAt(ports.transact, 'lockAccount', ({ accounts }) =>
        accounts.update({ ...owner.account, ...change }),
      )
      const request = {
        actor: owner.actor,
        act: 'end_sessions',
        userId: target.account.id,
      } as const
      expect(await transact((stores) => authorizeAccountAct(stores, request))).toEqual({
        ok: false,
        error: { code: 'account.forbidden' },
      })
    }
  })

  it('R48 locks the target for every actor, and uses the account that the lock returns', async () => {
    const ports = memoryPorts()
    const [admin, { account: target }] = [
      await aPersonIn(ports, { role: 'Admin' }),
      await aPersonIn(ports),
    ]
    const promoted = { ...target, role: 'Owner' } as const
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const lockAccount: typeof stores.lockAccount = async (id) => {
          // As if the previous holder of the lock had committed this.
          if (id === target.id) await stores.accounts.update(promoted)
          return stores.lockAccount(id)
        }
        return work({ ...stores, lockAccount })
      })
    const authorize = (actor: typeof admin.actor | typeof operator) =>
      transact((stores) =>
        authorizeAccountAct(stores, { actor, act: 'end_sessions', userId: target.id }),
      )
    expect(await authorize(admin.actor)).toEqual({
      ok: false,
      error: { code: 'account.forbidden' },
    })
    expect(await authorize(operator)).toMatchObject({ ok: true, value: { account: promoted } })
  })
})

describe('authorizeAccountRemoval', () => {
  permittedActs('deactivate', (ports, actor, userId) =>
    ports.transact((stores) =>
      authorizeAccountRemoval(stores, { actor, act: 'deactivate', userId }),
    ),
  )

  it('R50 protects the only active Owner, also from the operator and from themself', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const remove = (who: typeof actor | typeof operator) =>
      ports.transact((stores) =>
        authorizeAccountRemoval(stores, { actor: who, act: 'delete', userId: account.id }),
      )
    expect([await remove(operator), await remove(actor)]).toEqual([lastOwner, lastOwner])
    await aPersonIn(ports, { role: 'Owner' })
    expect(await remove(actor)).toMatchObject({ ok: true, value: { account } })
  })

  it('R50 counts the Owners under their lock, not before', async () => {
    const ports = memoryPorts()
    const [{ account }, other] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Owner' }),
    ]
    const transact = overtakenAt(ports.transact, 'lockOwners', ({ accounts }) =>
      accounts.update({ ...other.account, role: 'Member' }),
    )
    const request = { actor: operator, act: 'deactivate', userId: account.id } as const
    expect(await transact((stores) => authorizeAccountRemoval(stores, request))).toEqual(lastOwner)
  })

  it('R50 never counts a deactivated Owner', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { role: 'Owner' })
    const { account } = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const removed = ports.transact((stores) =>
      authorizeAccountRemoval(stores, { actor: operator, act: 'delete', userId: account.id }),
    )
    expect(await removed).toMatchObject({ ok: true })
  })
})
