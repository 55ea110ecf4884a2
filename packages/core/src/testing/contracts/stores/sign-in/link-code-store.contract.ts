import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type { IdentitySource } from '../../../../model/identities/identity.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAccount, newDigest } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

const [platform, another] = ['teamchat', 'zzz_other'] as [IdentitySource, IdentitySource]

/** What every `LinkCodeStore` must do. `open` returns a fresh, empty world for each test. */
export function linkCodeStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`LinkCodeStore contract: ${name}${racesNote(options)}`, () => {
    test('R63 returns the account of a code, once', async ({ transact }) => {
      const [ada, bob] = [await anOwner(transact), await anOwner(transact)]
      const [first, second] = [await aCode(transact, ada), await aCode(transact, bob)]
      expect(await consume(transact, second)).toBe(bob.id)
      expect([await consume(transact, second), await consume(transact, newDigest())]).toEqual([
        null,
        null,
      ])
      expect(await consume(transact, first)).toBe(ada.id)
    })

    test('R63 keeps only the latest code of an account', async ({ transact }) => {
      const [owner, other] = [await anOwner(transact), await anOwner(transact)]
      const [earlier, foreign] = [await aCode(transact, owner), await aCode(transact, other)]
      const latest = await aCode(transact, owner)
      expect([await consume(transact, earlier), await consume(transact, latest)]).toEqual([
        null,
        owner.id,
      ])
      expect(await consume(transact, foreign)).toBe(other.id)
    })

    test('R63 accepts a code on its platform, and consumes it on any other', async ({
      transact,
    }) => {
      const owner = await anOwner(transact)
      for (const { source, presentedOn, works } of [
        { source: null, presentedOn: platform, works: true },
        { source: null, presentedOn: another, works: true },
        { source: platform, presentedOn: platform, works: true },
        { source: platform, presentedOn: another, works: false },
        { source: another, presentedOn: platform, works: false },
      ] as const) {
        const digest = await aCode(transact, owner, 1, source)
        expect(await consume(transact, digest, presentedOn)).toBe(works ? owner.id : null)
        expect(await consume(transact, digest, source ?? platform)).toBeNull()
      }
    })

    test('R63 replaces the platform of a code with the code', async ({ transact }) => {
      const owner = await anOwner(transact)
      await aCode(transact, owner, 1, platform)
      const unbound = await aCode(transact, owner)
      expect(await consume(transact, unbound, another)).toBe(owner.id)
    })

    test('R42 revokes the code of an account, and of no other', async ({ transact }) => {
      const [owner, other] = [await anOwner(transact), await anOwner(transact)]
      const [voided, kept] = [await aCode(transact, owner), await aCode(transact, other)]
      for (const _ of [1, 2])
        await committed(transact, ({ linkCodes }) => linkCodes.revokeAll(owner.id))
      expect([await consume(transact, voided), await consume(transact, kept)]).toEqual([
        null,
        other.id,
      ])
    })

    test('R63 expires a code at the exact instant, by database time', async ({ transact }) => {
      const owner = await anOwner(transact)
      for (const { milliseconds, lives } of [
        { milliseconds: 60_000, lives: true },
        { milliseconds: 0, lives: false },
        { milliseconds: -1, lives: false },
      ] as const) {
        const digest = newDigest()
        const userId = await committed(transact, async ({ linkCodes, now }) => {
          await linkCodes.replace(owner.id, {
            digest,
            source: null,
            expiresAt: new Date((await now()).getTime() + milliseconds),
          })
          return linkCodes.consume(digest, platform)
        })
        expect(userId).toBe(lives ? owner.id : null)
      }
    })

    test('prunes at most `countMax` expired codes, and no live one', async ({ transact }) => {
      const owner = await anOwner(transact)
      const living = await aCode(transact, owner)
      for (const _ of [1, 2, 3]) await aCode(transact, await anOwner(transact), 0)
      const prune = (countMax: number) =>
        committed(transact, ({ linkCodes }) => linkCodes.prune(countMax))
      expect([await prune(2), await prune(2), await prune(2)]).toEqual([2, 1, 0])
      expect(await consume(transact, living)).toBe(owner.id)
    })

    if (options.races ?? true) {
      test('R63 lets only one of twenty concurrent calls use a code', async ({ transact }) => {
        const digest = await aCode(transact, await anOwner(transact))
        const used = await concurrently(20, () => consume(transact, digest))
        expect(used.filter((userId) => userId !== null)).toHaveLength(1)
      })

      test('R63 keeps one of twenty codes given to an account concurrently', async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        const digests = await concurrently(20, () => aCode(transact, owner))
        const used = await Promise.all(digests.map((digest) => consume(transact, digest)))
        expect(used.filter((userId) => userId !== null)).toEqual([owner.id])
      })
    }
  })
}

async function anOwner(transact: Transact): Promise<Account> {
  const owner = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(owner))
  return owner
}

/** The digest of a new code of the account, valid for this many minutes. */
async function aCode(
  transact: Transact,
  owner: Account,
  minutes = 1,
  source: IdentitySource | null = null,
): Promise<string> {
  const digest = newDigest()
  await committed(transact, async ({ linkCodes, now }) =>
    linkCodes.replace(owner.id, {
      digest,
      source,
      expiresAt: new Date((await now()).getTime() + minutes * 60_000),
    }),
  )
  return digest
}

const consume = (transact: Transact, digest: string, source = platform) =>
  committed(transact, ({ linkCodes }) => linkCodes.consume(digest, source))
