import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAccount } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

const hashes = [
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$YQ',
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$Yg',
  'c',
]

/** What every `RecoveryCodeStore` must do. `open` returns a fresh, empty world for each test. */
export function recoveryCodeStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`RecoveryCodeStore contract: ${name}${racesNote(options)}`, () => {
    test('R28 lists the unused codes of one account', async ({ transact }) => {
      const [owner, other] = [await anOwner(transact, hashes), await anOwner(transact, ['d'])]
      expect([await unused(transact, owner), await unused(transact, other)]).toEqual([
        hashes,
        ['d'],
      ])
      expect(await unused(transact, anAccount())).toEqual([])
    })

    test('R28 accepts a code once', async ({ transact }) => {
      const owner = await anOwner(transact, hashes)
      expect([
        await consume(transact, owner, hashes[0]!),
        await consume(transact, owner, hashes[0]!),
      ]).toEqual([true, false])
      expect(await unused(transact, owner)).toEqual(hashes.slice(1))
    })

    test('R28 accepts no unknown code, and none of another account', async ({ transact }) => {
      const [owner, other] = [await anOwner(transact, hashes), await anOwner(transact, ['d'])]
      expect([await consume(transact, owner, 'd'), await consume(transact, owner, 'x')]).toEqual([
        false,
        false,
      ])
      expect(await unused(transact, other)).toEqual(['d'])
    })

    test('R28 voids all old codes of the account when it replaces them, used and unused, and no one else’s', async ({
      transact,
    }) => {
      const [owner, other] = [await anOwner(transact, hashes), await anOwner(transact, ['d'])]
      await consume(transact, owner, hashes[0]!)
      await committed(transact, ({ recoveryCodes }) => recoveryCodes.replace(owner.id, ['e', 'f']))
      expect(await unused(transact, owner)).toEqual(['e', 'f'])
      for (const hash of hashes) expect(await consume(transact, owner, hash)).toBe(false)
      await committed(transact, ({ recoveryCodes }) => recoveryCodes.replace(owner.id, []))
      expect([await unused(transact, owner), await unused(transact, other)]).toEqual([[], ['d']])
    })

    if (options.races ?? true) {
      test('R28 lets only one of twenty concurrent calls use a code', async ({ transact }) => {
        const owner = await anOwner(transact, hashes)
        const used = await concurrently(20, () => consume(transact, owner, hashes[1]!))
        expect(used.filter(Boolean)).toHaveLength(1)
      })
    }
  })
}

async function anOwner(transact: Transact, codes: readonly string[]): Promise<Account> {
  const owner = anAccount()
  await committed(transact, async ({ accounts, recoveryCodes }) => {
    await accounts.insert(owner)
    await recoveryCodes.replace(owner.id, codes)
  })
  return owner
}

const unused = async (transact: Transact, { id }: Account): Promise<readonly string[]> =>
  (await committed(transact, ({ recoveryCodes }) => recoveryCodes.listUnused(id))).toSorted()

const consume = (transact: Transact, { id }: Account, hash: string): Promise<boolean> =>
  committed(transact, ({ recoveryCodes }) => recoveryCodes.consume(id, hash))
