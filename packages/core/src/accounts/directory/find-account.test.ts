import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aPersonIn, memoryPorts } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { findAccount } from './find-account.ts'

describe('findAccount', () => {
  onlyAdministrators((ports, actor) => findAccount(ports, { actor, email: 'ada@example.com' }))

  it('finds a person by address in any case and with spaces around it, without any proof of identity', async () => {
    const ports = memoryPorts()
    const { id, name, role, status } = (
      await aPersonIn(ports, { email: 'ada@example.com', passwordHash: 'secret' })
    ).account
    for (const email of ['ada@example.com', ' ADA@Example.com ']) {
      expect(await findAccount(ports, { actor: operator, email })).toEqual({
        ok: true,
        value: { id, email: 'ada@example.com', name, role, status },
      })
    }
  })

  it('returns `not_found` with the address as given, also for an invalid one', async () => {
    for (const email of ['Eve@example.com', 'not an address', '']) {
      const found = await findAccount(memoryPorts(), { actor: operator, email })
      expect(found).toEqual({ ok: false, error: { code: 'account.not_found', identifier: email } })
    }
  })
})
