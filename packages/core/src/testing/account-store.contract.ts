import { describe, expect } from 'vitest'
import type { Account, AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { Transact } from '../ports/transact.ts'
import { aDate, anAccount, newId } from './builders.ts'
import {
  atOnce,
  committed,
  countKept,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
  type WorldTest,
} from './contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `AccountStore` must do. `open` gives a fresh, empty world for each test. */
export function accountStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`AccountStore contract: ${name}${racesNote(options)}`, () => {
    test('keeps every field, to the millisecond', async ({ transact }) => {
      const plain = anAccount()
      const full = anAccount({
        email: "o'brien+ken@example.com",
        name: 'Zoë "Z" \\ 张伟 🙂',
        passwordHash: null,
        role: 'Owner',
        status: 'deactivated',
        mustChangePassword: true,
        passwordEpoch: 2_147_483_647,
        temporaryPasswordExpiresAt: new Date('2030-01-02T03:04:05.678Z'),
        mfaSecret: 'a "ciphertext"',
        mfaEnabledAt: new Date('2029-01-02T03:04:05.999Z'),
        createdAt: new Date('1999-12-31T23:59:59.999Z'),
        updatedAt: new Date('2038-01-19T03:14:08.001Z'),
        lastSignInAt: aDate,
      })
      await committed(transact, async ({ accounts }) => {
        await accounts.insert(plain)
        await accounts.insert(full)
      })
      const found = await committed(transact, async ({ accounts }) => [
        await accounts.find(plain.id),
        await accounts.find(full.id),
        await accounts.findByEmail(full.email),
      ])
      expect(found).toEqual([plain, full, full])
    })

    test('finds null for an unknown id and an unknown address', async ({ transact }) => {
      await committed(transact, async ({ accounts }) => {
        await accounts.insert(anAccount({ email: 'ada@example.com' }))
        expect(await accounts.find(newId() as AccountId)).toBeNull()
        expect(await accounts.findByEmail('ada@example.org' as Email)).toBeNull()
      })
    })

    test('throws when the id or the address is taken, and keeps the first', async ({ transact }) => {
      const first = anAccount({ email: 'ada@example.com' })
      await committed(transact, ({ accounts }) => accounts.insert(first))
      for (const second of [anAccount({ id: first.id }), anAccount({ email: 'ada@example.com' })]) {
        await expect(committed(transact, ({ accounts }) => accounts.insert(second))).rejects.toThrow(Error)
      }
      expect(await committed(transact, ({ accounts }) => accounts.findByEmail(first.email))).toEqual(first)
    })

    updates(test)
    timeSteps(test)
    test('is empty until there is anybody, of any role or status', async ({ transact }) => {
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(true)
      await committed(transact, ({ accounts }) => accounts.insert(anAccount({ status: 'deactivated' })))
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(false)
    })

    if (options.races ?? true) {
      test('R27 lets only one of twenty at once use a time step', async ({ transact }) => {
        const account = anAccount()
        await committed(transact, ({ accounts }) => accounts.insert(account))
        const used = await atOnce(20, () => committed(transact, ({ accounts }) => accounts.consumeTimeStep(account.id, 7)))
        expect(used.filter(Boolean)).toHaveLength(1)
      })

      test('lets only one of twenty at once have an address', async ({ transact }) => {
        const insert = () => committed(transact, ({ accounts }) => accounts.insert(anAccount({ email: 'ada@example.com' })))
        expect(await countKept(20, insert)).toBe(1)
      })
    }
  })
}

function updates(test: WorldTest<World>) {
  test('replaces every field of an account, and no other account', async ({ transact }) => {
    const [old, other] = [anAccount(), anAccount()]
    const changed: Account = {
      id: old.id,
      email: 'new@example.com' as Email,
      name: 'Grace Hopper',
      passwordHash: null,
      signInProvider: 'local',
      role: 'Admin',
      status: 'deactivated',
      mustChangePassword: true,
      passwordEpoch: 2,
      temporaryPasswordExpiresAt: new Date('2030-01-02T03:04:05.678Z'),
      mfaSecret: 'a ciphertext',
      mfaEnabledAt: new Date('2030-01-02T03:04:05.679Z'),
      createdAt: new Date('2030-01-02T03:04:05.680Z'),
      updatedAt: new Date('2030-01-02T03:04:05.681Z'),
      lastSignInAt: new Date('2030-01-02T03:04:05.682Z'),
    }
    await committed(transact, async ({ accounts }) => {
      for (const account of [old, other]) await accounts.insert(account)
      await accounts.update(changed)
    })
    const found = await committed(transact, async ({ accounts }) => [await accounts.find(old.id), await accounts.find(other.id)])
    expect(found).toEqual([changed, other])
    expect(await committed(transact, ({ accounts }) => accounts.findByEmail(old.email))).toBeNull()
  })

  test('throws when the account is missing or its new address is taken, and changes nothing', async ({ transact }) => {
    const [first, second] = [anAccount(), anAccount()]
    await committed(transact, async ({ accounts }) => {
      for (const account of [first, second]) await accounts.insert(account)
    })
    for (const refused of [anAccount(), { ...second, email: first.email }]) {
      await expect(committed(transact, ({ accounts }) => accounts.update(refused))).rejects.toThrow(Error)
      expect(await committed(transact, ({ accounts }) => accounts.find(refused.id))).toEqual(
        refused.id === second.id ? second : null,
      )
    }
  })
}

function timeSteps(test: WorldTest<World>) {
  test('R27 uses each time step once, and none before the last used one, by account', async ({ transact }) => {
    const [account, other] = [anAccount(), anAccount()]
    await committed(transact, async ({ accounts }) => {
      for (const inserted of [account, other]) await accounts.insert(inserted)
    })
    const use = (step: number, { id } = account) => committed(transact, ({ accounts }) => accounts.consumeTimeStep(id, step))
    const realStep = 63_115_200
    expect([await use(realStep), await use(realStep), await use(realStep - 1)]).toEqual([true, false, false])
    expect([await use(realStep + 1), await use(realStep)]).toEqual([true, false])
    expect(await use(realStep, other)).toBe(true)
  })

  test('R27 remembers the last used time step whatever else changes of the account', async ({ transact }) => {
    const account = anAccount({ mfaSecret: 'one' })
    const used = await committed(transact, async ({ accounts }) => {
      await accounts.insert(account)
      const first = await accounts.consumeTimeStep(account.id, 7)
      await accounts.update({ ...account, mfaSecret: 'another' })
      return [first, await accounts.consumeTimeStep(account.id, 7), await accounts.consumeTimeStep(account.id, 8)]
    })
    expect(used).toEqual([true, false, true])
  })
}
