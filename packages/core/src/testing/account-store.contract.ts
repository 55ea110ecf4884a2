import { describe, expect } from 'vitest'
import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { Transact } from '../ports/transact.ts'
import { aDate, anAccount, newId } from './builders.ts'
import { committed, countKept, racesNote, testIn, type Closable, type SuiteOptions } from './contract-suite.ts'

/** What every `AccountStore` must do. `open` gives a fresh, empty world for each test. */
export function accountStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
  options: SuiteOptions = {},
) {
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

    test('is empty until there is anybody, of any role or status', async ({ transact }) => {
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(true)
      await committed(transact, ({ accounts }) => accounts.insert(anAccount({ status: 'deactivated' })))
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(false)
    })

    if (options.races ?? true) {
      test('lets only one of twenty at once have an address', async ({ transact }) => {
        const insert = () => committed(transact, ({ accounts }) => accounts.insert(anAccount({ email: 'ada@example.com' })))
        expect(await countKept(20, insert)).toBe(1)
      })
    }
  })
}
