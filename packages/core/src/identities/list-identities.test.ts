import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { operator, type Actor } from '../model/actor.ts'
import { anIdentityIn, anOrigin, aPersonIn, memoryPorts, newId } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { listIdentities } from './list-identities.ts'

describe('listIdentities', () => {
  describe('for another person', () => {
    onlyAdministrators((ports, actor) =>
      listIdentities(ports, { actor, userId: newId() as AccountId }),
    )
  })

  it('lists their own identities to people and anyone’s to administrators, newest first', async () => {
    const ports = memoryPorts()
    const [ada, bob, admin] = [
      await aPersonIn(ports),
      await aPersonIn(ports),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const [first, second] = [
      await anIdentityIn(ports, ada.account),
      await anIdentityIn(ports, ada.account),
    ]
    await anIdentityIn(ports, bob.account)
    for (const actor of [ada.actor, admin.actor, operator]) {
      expect(await listIdentities(ports, { actor, userId: ada.account.id })).toEqual({
        ok: true,
        value: [second, first],
      })
    }
  })

  it('R8 refuses a person those of another, regardless of the role in the credential', async () => {
    const ports = memoryPorts()
    const [ada, bob] = [await aPersonIn(ports), await aPersonIn(ports)]
    const strangers: readonly Actor[] = [
      { ...bob.actor, role: 'Owner' },
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const actor of strangers) {
      const refused = await listIdentities(ports, { actor, userId: ada.account.id })
      expect(refused).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    }
  })
})
