import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import { anyKey, type Key, type KeyId, type KeyWithPeople } from '../../../../model/keys/key.ts'
import type { Source } from '../../../../model/knowledge/document.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { keyFilters } from './key-filters.contract.ts'
import { serviceKeys } from './key-store-service-keys.contract.ts'
import {
  aDate,
  aKey,
  anAccount,
  aServiceKey,
  newDigest,
  newId,
} from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  countFulfilled,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `KeyStore` must do. `open` returns a fresh, empty world for each test. */
export function keyStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`KeyStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond', async ({ transact }) => {
        const owner = await anOwner(transact)
        const plain = aKey(owner)
        const full = aKey(owner, {
          name: 'Zoë\'s "CI" \\ 🙂',
          sources: ['wiki', 'ticket'] as Source[],
          createdBy: owner.id,
          expiresAt: new Date('2031-02-03T04:05:06.007Z'),
          lastUsedAt: new Date('2030-02-02T03:04:05.006Z'),
          revokedAt: new Date('2030-02-03T04:05:06.999Z'),
        })
        await committed(transact, async ({ keys }) => {
          await keys.insert(plain, newDigest())
          await keys.insert(full, newDigest())
        })
        const found = await committed(transact, async ({ keys }) => [
          await keys.find(plain.id),
          await keys.find(full.id),
        ])
        expect(found).toEqual([plain, full])
        const service = aServiceKey({ sources: ['wiki'] as Source[], createdBy: owner.id })
        await committed(transact, ({ keys }) => keys.insert(service, newDigest()))
        expect(await committed(transact, ({ keys }) => keys.find(service.id))).toEqual(service)
        expect(await committed(transact, ({ keys }) => keys.find(newId() as KeyId))).toBeNull()
      })

      test('throws if the id or the digest is taken, and keeps the first', async ({ transact }) => {
        const owner = await anOwner(transact)
        const [first, digest] = [aKey(owner), newDigest()]
        await committed(transact, ({ keys }) => keys.insert(first, digest))
        const sameId = aKey(owner, { id: first.id, name: 'another' })
        await expect(
          committed(transact, ({ keys }) => keys.insert(sameId, newDigest())),
        ).rejects.toThrow(Error)
        await expect(
          committed(transact, ({ keys }) => keys.insert(aKey(owner), digest)),
        ).rejects.toThrow(Error)
        const found = await committed(transact, ({ keys }) =>
          keys.list(ownedBy(owner), { after: null, limit: 10 }),
        )
        expect(found).toEqual([listed(first, owner)])
      })

      test("R42 revokes all active keys of an owner, no one else's, and returns how many", async ({
        transact,
      }) => {
        const [owner, other] = [await anOwner(transact), await anOwner(transact)]
        const [first, second, kept] = [aKey(owner), aKey(owner), aKey(other)]
        await committed(transact, async ({ keys }) => {
          for (const key of [first, second, kept]) await keys.insert(key, newDigest())
          await keys.revoke(first.id, null)
        })
        const earlier = await committed(transact, ({ keys }) => keys.find(first.id))
        expect(await committed(transact, ({ keys }) => keys.revokeAll(owner.id, other.id))).toBe(1)
        expect(await committed(transact, ({ keys }) => keys.revokeAll(owner.id, null))).toBe(0)
        const found = await committed(transact, ({ keys }) =>
          Promise.all([first, second, kept].map(({ id }) => keys.find(id))),
        )
        expect(found).toEqual([earlier, { ...second, revokedAt: expect.any(Date) as Date }, kept])
      })

      test("R5 revokes a key at the database's current time, once, and no other key", async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        const [revoked, untouched] = [aKey(owner), aKey(owner)]
        const before = await committed(transact, async ({ keys, now }) => {
          await keys.insert(revoked, newDigest())
          await keys.insert(untouched, newDigest())
          return now()
        })
        expect(await committed(transact, ({ keys }) => keys.revoke(revoked.id, owner.id))).toBe(
          true,
        )
        const first = await committed(transact, ({ keys }) => keys.find(revoked.id))
        await expect
          .poll(() => committed(transact, ({ now }) => now()), { interval: 1 })
          .not.toEqual(first?.revokedAt)
        expect(await committed(transact, ({ keys }) => keys.revoke(revoked.id, null))).toBe(false)
        expect(await committed(transact, ({ keys }) => keys.revoke(newId() as KeyId, null))).toBe(
          false,
        )

        const after = await committed(transact, ({ now }) => now())
        expect(first).toEqual({ ...revoked, revokedAt: expect.any(Date) as Date })
        expect(first?.revokedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime())
        expect(first?.revokedAt?.getTime()).toBeLessThanOrEqual(after.getTime())
        expect(await committed(transact, ({ keys }) => keys.find(revoked.id))).toEqual(first)
        expect(await committed(transact, ({ keys }) => keys.find(untouched.id))).toEqual(untouched)
      })
    })
    describe('lists', () => {
      test("lists the keys of an owner newest first, page by page, with the owner's address", async ({
        transact,
      }) => {
        const [owner, other] = [await anOwner(transact), await anOwner(transact)]
        const newestFirst = await fiveKeys(transact, [owner])
        await committed(transact, ({ keys }) => keys.insert(aKey(other), newDigest()))
        const page = (after: KeyId | null) =>
          committed(transact, ({ keys }) => keys.list(ownedBy(owner), { after, limit: 2 }))
        const pages = [
          await page(null),
          await page(newestFirst[1]!.id),
          await page(newestFirst[3]!.id),
          await page(newestFirst[4]!.id),
        ]
        expect(pages).toEqual([
          newestFirst.slice(0, 2),
          newestFirst.slice(2, 4),
          newestFirst.slice(4),
          [],
        ])
      })

      test("lists service keys among all keys, and never as a person's own", async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        const [own, service] = [aKey(owner), aServiceKey({ createdBy: owner.id })]
        const [owns, everybodys] = await committed(transact, async ({ keys }) => {
          await keys.insert(own, newDigest())
          await keys.insert(service, newDigest())
          const all = { after: null, limit: 10 }
          return [await keys.list(ownedBy(owner), all), await keys.list(anyKey, all)] as const
        })
        const { email, role, status } = owner
        const people = { ownerEmail: null, responsibleEmail: email, responsible: { role, status } }
        expect([owns, everybodys]).toEqual([
          [listed(own, owner)],
          [{ ...service, ...people }, listed(own, owner)],
        ])
      })

      test('lists all keys newest first', async ({ transact }) => {
        const newestFirst = await fiveKeys(transact, [
          await anOwner(transact),
          await anOwner(transact),
        ])
        const list = (after: KeyId | null) =>
          committed(transact, ({ keys }) => keys.list(anyKey, { after, limit: 10 }))
        expect(await list(null)).toEqual(newestFirst)
        expect(await list(newestFirst[2]!.id)).toEqual(newestFirst.slice(3))
      })
    })
    describe('filters', () => {
      keyFilters(test)
    })
    test('counts the keys of an owner that are neither revoked nor expired, and those that are, by database time', async ({
      transact,
    }) => {
      const [owner, other] = [await anOwner(transact), await anOwner(transact)]
      const count = await committed(transact, async ({ keys, now }) => {
        const time = (await now()).getTime()
        for (const expiresAt of [
          null,
          new Date(time + 60_000),
          new Date(time),
          new Date(time - 1),
        ]) {
          await keys.insert(aKey(owner, { expiresAt }), newDigest())
        }
        await keys.insert(aKey(owner, { revokedAt: aDate }), newDigest())
        await keys.insert(aKey(other), newDigest())
        return [await keys.countActive(owner.id), await keys.countEnded(owner.id)]
      })
      expect(count).toEqual([2, 3])
    })

    test("says when the `place`-th of the owner's keys was created, also of revoked and expired ones", async ({
      transact,
    }) => {
      const [owner, other] = [await anOwner(transact), await anOwner(transact)]
      const times = [3, 2, 1].map((day) => new Date(aDate.getTime() + day * 86_400_000))
      const found = await committed(transact, async ({ keys }) => {
        const states = [{}, { revokedAt: aDate }, { expiresAt: aDate }]
        for (const [place, createdAt] of times.toReversed().entries())
          await keys.insert(aKey(owner, { createdAt, ...states[place] }), newDigest())
        await keys.insert(aKey(other), newDigest())
        return Promise.all([1, 2, 3, 4].map((place) => keys.createdAtPlace(owner.id, place)))
      })
      expect(found).toEqual([...times, null])
    })

    describe('reminders', () => {
      test('R11 claims the active keys that expire within `withinDays`, first to expire first, each once', async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        const claim = (countMax: number) =>
          committed(transact, ({ keys }) => keys.claimExpiring(7, countMax))
        const day = 86_400_000
        const [due, sooner] = await committed(transact, async ({ keys, now }) => {
          const present = (await now()).getTime()
          const at = (milliseconds: number) => ({ expiresAt: new Date(present + milliseconds) })
          const dueKeys = [aKey(owner, at(7 * day)), aServiceKey(at(60_000))] as const
          const others = [
            aKey(owner, at(8 * day)),
            aKey(owner, at(0)),
            aKey(owner, { ...at(day), revokedAt: aDate }),
            aKey(owner),
          ]
          for (const key of [...dueKeys, ...others]) await keys.insert(key, newDigest())
          return dueKeys
        })
        expect(await claim(1)).toEqual([sooner])
        expect(await claim(9)).toEqual([due])
        expect(await claim(9)).toEqual([])
        expect(await committed(transact, ({ keys }) => keys.find(due.id))).toEqual(due)
      })

      test('R11 claims nothing after a rollback', async ({ transact }) => {
        const owner = await anOwner(transact)
        await committed(transact, async ({ keys, now }) =>
          keys.insert(
            aKey(owner, { expiresAt: new Date((await now()).getTime() + 60_000) }),
            newDigest(),
          ),
        )
        await transact(async ({ keys }) => ({
          ok: false,
          error: (await keys.claimExpiring(7, 9)).length,
        }))
        expect(await committed(transact, ({ keys }) => keys.claimExpiring(7, 9))).toHaveLength(1)
      })
    })
    serviceKeys(test, options)
    if (options.races ?? true) {
      test('R11 gives an expiring key to only one of ten concurrent claims', async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        await committed(transact, async ({ keys, now }) => {
          const expiresAt = new Date((await now()).getTime() + 60_000)
          for (let count = 0; count < 30; count += 1)
            await keys.insert(aKey(owner, { expiresAt }), newDigest())
        })
        const claimed = await concurrently(10, () =>
          committed(transact, ({ keys }) => keys.claimExpiring(7, 100)),
        )
        const ids = claimed.flat().map(({ id }) => id)
        expect([ids.length, new Set(ids).size]).toEqual([30, 30])
      })

      test('gives a digest to only one of twenty concurrent inserts', async ({ transact }) => {
        const [owner, digest] = [await anOwner(transact), newDigest()]
        const insert = () => committed(transact, ({ keys }) => keys.insert(aKey(owner), digest))
        expect(await countFulfilled(20, insert)).toBe(1)
      })

      test('R62 returns true to only one of twenty concurrent revocations of a key', async ({
        transact,
      }) => {
        const key = aKey(await anOwner(transact))
        await committed(transact, ({ keys }) => keys.insert(key, newDigest()))
        const revoked = await concurrently(20, () =>
          committed(transact, ({ keys }) => keys.revoke(key.id, null)),
        )
        expect(revoked.filter(Boolean)).toHaveLength(1)
      })
    }
  })
}

const ownedBy = ({ id: ownerId }: Account) => ({ ...anyKey, ownerId })

/** A key as listed, with its owner. */
const listed = (key: Key, { email, role, status }: Account): KeyWithPeople => ({
  ...key,
  ownerEmail: email,
  responsibleEmail: email,
  responsible: { role, status },
})

async function anOwner(transact: Transact): Promise<Account> {
  const owner = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(owner))
  return owner
}

/** Five keys with alternating owners, newest first. */
async function fiveKeys(
  transact: Transact,
  owners: readonly Account[],
): Promise<readonly KeyWithPeople[]> {
  const keys = [0, 1, 2, 3, 4].map((position) =>
    aKey(owners[position % owners.length]!, { createdAt: new Date(aDate.getTime() + position) }),
  )
  // Not in the order of creation, which must not matter.
  for (const key of [keys[2]!, keys[4]!, keys[0]!, keys[3]!, keys[1]!]) {
    await committed(transact, (stores) => stores.keys.insert(key, newDigest()))
  }
  return keys.toReversed().map((key) =>
    listed(
      key,
      owners.find(({ id }) => id === key.ownerId)!,
    ),
  )
}
