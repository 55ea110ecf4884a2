import { describe, expect } from 'vitest'
import type { Account } from '../accounts/account.ts'
import type { Key, KeyId } from '../keys/key.ts'
import type { Source } from '../knowledge/document.ts'
import type { Transact } from '../ports/transact.ts'
import { aDate, aKey, anAccount, newDigest, newId } from './builders.ts'
import { committed, countKept, racesNote, testIn, type Closable, type SuiteOptions, type WorldTest } from './contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `KeyStore` must do. `open` gives a fresh, empty world for each test. */
export function keyStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`KeyStore contract: ${name}${racesNote(options)}`, () => {
    rows(test)
    lists(test)
    test('counts the keys of an owner that are neither revoked nor expired, by database time', async ({ transact }) => {
      const [owner, other] = [await anOwner(transact), await anOwner(transact)]
      const count = await committed(transact, async ({ keys, now }) => {
        const time = (await now()).getTime()
        for (const expiresAt of [null, new Date(time + 60_000), new Date(time), new Date(time - 1)]) {
          await keys.insert(aKey(owner, { expiresAt }), newDigest())
        }
        await keys.insert(aKey(owner, { revokedAt: aDate }), newDigest())
        await keys.insert(aKey(other), newDigest())
        return keys.countActive(owner.id)
      })
      expect(count).toBe(2)
    })

    if (options.races ?? true) {
      test('lets only one of twenty at once have a digest', async ({ transact }) => {
        const [owner, digest] = [await anOwner(transact), newDigest()]
        const insert = () => committed(transact, ({ keys }) => keys.insert(aKey(owner), digest))
        expect(await countKept(20, insert)).toBe(1)
      })
    }
  })
}

async function anOwner(transact: Transact): Promise<Account> {
  const owner = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(owner))
  return owner
}

function rows(test: WorldTest<World>) {
  test('keeps every field, to the millisecond', async ({ transact }) => {
    const owner = await anOwner(transact)
    const plain = aKey(owner)
    const full = aKey(owner, {
      name: 'Zoë\'s "CI" \\ 🙂',
      sources: ['wiki', 'ticket'] as Source[],
      expiresAt: new Date('2031-02-03T04:05:06.007Z'),
      revokedAt: new Date('2030-02-03T04:05:06.999Z'),
    })
    await committed(transact, async ({ keys }) => {
      await keys.insert(plain, newDigest())
      await keys.insert(full, newDigest())
    })
    const found = await committed(transact, async ({ keys }) => [await keys.find(plain.id), await keys.find(full.id)])
    expect(found).toEqual([plain, full])
    expect(await committed(transact, ({ keys }) => keys.find(newId() as KeyId))).toBeNull()
  })

  test('throws when the id or the digest is taken, and keeps the first', async ({ transact }) => {
    const owner = await anOwner(transact)
    const [first, digest] = [aKey(owner), newDigest()]
    await committed(transact, ({ keys }) => keys.insert(first, digest))
    const sameId = aKey(owner, { id: first.id, name: 'another' })
    await expect(committed(transact, ({ keys }) => keys.insert(sameId, newDigest()))).rejects.toThrow(Error)
    await expect(committed(transact, ({ keys }) => keys.insert(aKey(owner), digest))).rejects.toThrow(Error)
    const listed = await committed(transact, ({ keys }) => keys.list({ ownerId: owner.id, before: null, limit: 10 }))
    expect(listed).toEqual([first])
  })

  test('R5 revokes a key at the present time of the database, once, and no other key', async ({ transact }) => {
    const owner = await anOwner(transact)
    const [revoked, untouched] = [aKey(owner), aKey(owner)]
    const before = await committed(transact, async ({ keys, now }) => {
      await keys.insert(revoked, newDigest())
      await keys.insert(untouched, newDigest())
      return now()
    })
    await committed(transact, ({ keys }) => keys.revoke(revoked.id, owner.id))
    const first = await committed(transact, ({ keys }) => keys.find(revoked.id))
    await expect.poll(() => committed(transact, ({ now }) => now()), { interval: 1 }).not.toEqual(first?.revokedAt)
    await committed(transact, ({ keys }) => keys.revoke(revoked.id, null))

    const after = await committed(transact, ({ now }) => now())
    expect(first).toEqual({ ...revoked, revokedAt: expect.any(Date) as Date })
    expect(first?.revokedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(first?.revokedAt?.getTime()).toBeLessThanOrEqual(after.getTime())
    expect(await committed(transact, ({ keys }) => keys.find(revoked.id))).toEqual(first)
    expect(await committed(transact, ({ keys }) => keys.find(untouched.id))).toEqual(untouched)
  })
}

/** Five keys, owned in turn; answered newest first. */
async function fiveKeys(transact: Transact, owners: readonly Account[]): Promise<readonly Key[]> {
  const keys = [0, 1, 2, 3, 4].map((position) =>
    aKey(owners[position % owners.length]!, { createdAt: new Date(aDate.getTime() + position) }),
  )
  // Not in the order of their making, which must not matter.
  for (const key of [keys[2]!, keys[4]!, keys[0]!, keys[3]!, keys[1]!]) {
    await committed(transact, (stores) => stores.keys.insert(key, newDigest()))
  }
  return keys.toReversed()
}

function lists(test: WorldTest<World>) {
  test('lists the keys of an owner newest first, page by page', async ({ transact }) => {
    const [owner, other] = [await anOwner(transact), await anOwner(transact)]
    const newestFirst = await fiveKeys(transact, [owner])
    await committed(transact, ({ keys }) => keys.insert(aKey(other), newDigest()))
    const page = (before: KeyId | null) => committed(transact, ({ keys }) => keys.list({ ownerId: owner.id, before, limit: 2 }))
    const pages = [
      await page(null),
      await page(newestFirst[1]!.id),
      await page(newestFirst[3]!.id),
      await page(newestFirst[4]!.id),
    ]
    expect(pages).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4), []])
  })

  test("lists everybody's keys newest first", async ({ transact }) => {
    const newestFirst = await fiveKeys(transact, [await anOwner(transact), await anOwner(transact)])
    const list = (before: KeyId | null) => committed(transact, ({ keys }) => keys.list({ ownerId: null, before, limit: 10 }))
    expect(await list(null)).toEqual(newestFirst)
    expect(await list(newestFirst[2]!.id)).toEqual(newestFirst.slice(3))
  })
}
