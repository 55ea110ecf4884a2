import { expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type { IdentitySource } from '../../../../model/identities/identity.ts'
import {
  anyKey,
  listedKeyStatuses,
  type Key,
  type KeyFilter,
  type KeyId,
} from '../../../../model/keys/key.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aKey, anAccount, aServiceKey, newDigest } from '../../../builders/builders.ts'
import { committed, type Closable, type WorldTest } from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }
const dayMs = 86_400_000

/** Ada, an active Owner, and Bob, a former one. */
async function somePeople(transact: Transact) {
  const ada = anAccount({ email: 'ada@example.com', name: 'Ada Byron', role: 'Owner' })
  const bob = anAccount({ email: 'bob@example.org', name: 'Bob 100%', role: 'Admin' })
  await committed(transact, async ({ accounts }) => {
    for (const account of [ada, bob]) await accounts.insert(account)
  })
  return { ada, bob }
}

const insert = async (transact: Transact, keys: readonly Key[]) =>
  committed(transact, async (stores) => {
    for (const key of keys) await stores.keys.insert(key, newDigest())
  })

/** One key for each status, named after it. */
const ofEachStatus = (ada: Account, bob: Account, now: Date) => [
  aKey(ada, { name: 'active' }),
  aKey(ada, { name: 'expired', expiresAt: now }),
  aKey(ada, { name: 'revoked', expiresAt: now, revokedAt: now }),
  aServiceKey({ name: 'orphaned', createdBy: bob.id }),
  aServiceKey({ name: 'built_in', source: 'teamchat' as IdentitySource, createdBy: ada.id }),
]

/** How a `KeyStore` filters keys for administrators. */
export function keyFilters(test: WorldTest<World>): void {
  const list = async (
    { transact }: World,
    filter: Partial<KeyFilter>,
    { after = null, limit = 100 }: { readonly after?: KeyId | null; readonly limit?: number } = {},
  ) => {
    const keys = await committed(transact, (stores) =>
      stores.keys.list({ ...anyKey, ...filter }, { after, limit }),
    )
    return keys.map(({ name }) => name)
  }
  test('finds the keys of each status, by database time, and none of another', async (world) => {
    const { ada, bob } = await somePeople(world.transact)
    const now = await committed(world.transact, (stores) => stores.now())
    await insert(world.transact, ofEachStatus(ada, bob, now))
    await insert(world.transact, [
      aServiceKey({ name: 'of the operator' }),
      aServiceKey({ name: 'taken over', createdBy: bob.id, takenOverBy: ada.id }),
    ])
    const others = { active: ['taken over', 'of the operator'] }
    for (const status of listedKeyStatuses) {
      const more = status === 'active' ? others.active : []
      expect([status, await list(world, { status })]).toEqual([status, [...more, status]])
    }
    expect(await list(world, { status: 'ended' })).toEqual(['revoked', 'expired'])
    expect(await list(world, { status: 'active', ownerId: ada.id })).toEqual(['active'])
    expect(await list(world, { status: 'active', responsibleId: ada.id })).toEqual([
      'taken over',
      'active',
    ])
    expect(await list(world, { kind: 'service', status: 'built_in' })).toEqual(['built_in'])
    expect(await list(world, { kind: 'personal' })).toEqual(['revoked', 'expired', 'active'])
  })

  test('finds keys that expire soon, never expire, or are unused, unless they have ended', async (world) => {
    const { ada } = await somePeople(world.transact)
    const now = (await committed(world.transact, (stores) => stores.now())).getTime()
    const inDays = (days: number) => new Date(now + days * dayMs)
    await insert(world.transact, [
      aKey(ada, { name: 'old', createdAt: inDays(-100) }),
      aKey(ada, { name: 'used lately', createdAt: inDays(-100), lastUsedAt: inDays(-10) }),
      aKey(ada, { name: 'used long ago', createdAt: inDays(-100), lastUsedAt: inDays(-91) }),
      aKey(ada, { name: 'soon', createdAt: inDays(-1), expiresAt: inDays(6) }),
      aKey(ada, { name: 'later', createdAt: inDays(-1), expiresAt: inDays(8) }),
      aKey(ada, { name: 'over', createdAt: inDays(-100), expiresAt: inDays(-1) }),
      aKey(ada, { name: 'revoked', createdAt: inDays(-100), revokedAt: inDays(-1) }),
    ])
    expect(await list(world, { expiresWithinDays: 7 })).toEqual(['soon'])
    expect((await list(world, { unusedForDays: 90 })).toSorted()).toEqual(['old', 'used long ago'])
    expect((await list(world, { neverExpires: true })).toSorted()).toEqual([
      'old',
      'used lately',
      'used long ago',
    ])
    expect(await list(world, { neverExpires: true, unusedForDays: 95 })).toEqual(['old'])
  })

  test('finds keys by part of name, prefix, or address or name of the responsible person, in any case', async (world) => {
    const { ada, bob } = await somePeople(world.transact)
    await insert(world.transact, [
      aKey(ada, { name: 'CI runner', prefix: 'ken_Abc12345' }),
      aKey(bob, { name: 'laptop', prefix: 'ken_Xyz67890' }),
      aServiceKey({ name: 'chat bot', prefix: 'ken_Qrs55555', createdBy: ada.id }),
    ])
    const found = {
      'ci RUN': ['CI runner'],
      ken_xyz: ['laptop'],
      'EXAMPLE.org': ['laptop'],
      byron: ['chat bot', 'CI runner'],
      '0%': ['laptop'],
      _: ['chat bot', 'laptop', 'CI runner'],
      n_x: ['laptop'],
      absent: [],
    }
    for (const [text, names] of Object.entries(found))
      expect([text, await list(world, { text })]).toEqual([text, names])
    expect(await list(world, { text: 'ada@', kind: 'personal' })).toEqual(['CI runner'])
    expect(await list(world, { text: 'ken_', ownerId: bob.id })).toEqual(['laptop'])
    expect(await list(world, { text: 'ken_' }, { limit: 2 })).toEqual(['chat bot', 'laptop'])
  })

  test('lists what has a text page by page, newest first', async (world) => {
    const { ada, bob } = await somePeople(world.transact)
    const keys = [0, 1, 2, 3].map((place) =>
      aKey(place % 2 === 0 ? ada : bob, { name: `Key ${place}` }),
    )
    await insert(world.transact, keys)
    const page = (after: KeyId | null) => list(world, { text: 'key' }, { after, limit: 3 })
    expect([await page(null), await page(keys[1]!.id)]).toEqual([
      ['Key 3', 'Key 2', 'Key 1'],
      ['Key 0'],
    ])
  })
}
