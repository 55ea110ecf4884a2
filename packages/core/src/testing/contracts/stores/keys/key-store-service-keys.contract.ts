import { expect } from 'vitest'
import type { Account, AccountId } from '../../../../model/accounts/account.ts'
import type { IdentitySource } from '../../../../model/identities/identity.ts'
import { anyKey, type Key, type KeyId } from '../../../../model/keys/key.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import {
  aDate,
  aKey,
  anAccount,
  aServiceKey,
  newDigest,
  newId,
} from '../../../builders/builders.ts'
import {
  committed,
  type Closable,
  type SuiteOptions,
  type WorldTest,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What a `KeyStore` must do with service keys and the people responsible for them. */
export function serviceKeys(test: WorldTest<World>, options: SuiteOptions) {
  test('R148 lists who is responsible for a service key: who took it over, otherwise its creator', async ({
    transact,
  }) => {
    const [creator, successor, gone] = [
      await anOwner(transact),
      await anOwner(transact),
      await anOwner(transact),
    ]
    const keys = [
      aServiceKey(),
      aServiceKey({ createdBy: creator.id }),
      aServiceKey({ createdBy: creator.id, takenOverBy: successor.id }),
      aServiceKey({ createdBy: gone.id }),
    ]
    await insertAll(transact, keys)
    await committed(transact, ({ accounts }) => accounts.remove(gone.id))
    const list = (responsibleId: AccountId | null) =>
      committed(transact, (stores) =>
        stores.keys.list({ ...anyKey, responsibleId }, { after: null, limit: 10 }),
      )
    const { role, status } = creator
    const people = [
      { responsible: 'organisation', responsibleEmail: null },
      { responsible: { role, status }, responsibleEmail: creator.email },
      { responsible: { role, status }, responsibleEmail: successor.email },
      { responsible: 'gone', responsibleEmail: null },
    ]
    const expected = keys.map((key, position) => ({
      ...key,
      ownerEmail: null,
      ...people[position],
    }))
    expect(await list(null)).toEqual(expected.toReversed())
    expect([await list(creator.id), await list(successor.id)]).toEqual([
      [expected[1]],
      [expected[2]],
    ])
    const own = aKey(creator)
    await insertAll(transact, [own])
    expect((await list(creator.id)).map(({ id }) => id)).toEqual([own.id, keys[1]!.id])
  })

  test('R148 revokes the service keys that an account is responsible for, and no other key', async ({
    transact,
  }) => {
    const [creator, successor] = [await anOwner(transact), await anOwner(transact)]
    const [first, second] = [
      aServiceKey({ createdBy: creator.id }),
      aServiceKey({ createdBy: successor.id, takenOverBy: creator.id }),
    ]
    const others = [
      aServiceKey(),
      aServiceKey({ createdBy: creator.id, takenOverBy: successor.id }),
      aServiceKey({ createdBy: creator.id, revokedAt: aDate }),
      aKey(creator, { createdBy: creator.id }),
    ]
    await insertAll(transact, [first, second, ...others])
    const revoke = () =>
      committed(transact, ({ keys }) => keys.revokeServiceKeys(creator.id, successor.id))
    const revokedAt = expect.any(Date) as Date
    expect(await revoke()).toEqual([
      { ...first, revokedAt },
      { ...second, revokedAt },
    ])
    expect(await revoke()).toEqual([])
    const found = await committed(transact, ({ keys }) =>
      Promise.all(others.map(({ id }) => keys.find(id))),
    )
    expect(found).toEqual(others)
  })

  test('R148 takes over an active service key, and no other key', async ({ transact }) => {
    const successor = await anOwner(transact)
    const key = aServiceKey()
    const expired = aServiceKey({ expiresAt: await committed(transact, ({ now }) => now()) })
    const others = [expired, aServiceKey({ revokedAt: aDate }), aKey(successor)]
    await insertAll(transact, [key, ...others])
    const takeOver = (id: KeyId) =>
      committed(transact, ({ keys }) => keys.takeOver(id, successor.id))
    expect([await takeOver(key.id), await takeOver(newId() as KeyId)]).toEqual([true, false])
    for (const { id } of others) expect(await takeOver(id)).toBe(false)
    const found = await committed(transact, ({ keys }) =>
      Promise.all([key, ...others].map(({ id }) => keys.find(id))),
    )
    expect(found).toEqual([{ ...key, takenOverBy: successor.id }, ...others])
  })

  test('lists each source of an active service key once, in alphabetical order', async ({
    transact,
  }) => {
    const owner = await anOwner(transact)
    const [gone, zebra, portal] = ['gone', 'zebra', 'portal_2'] as IdentitySource[]
    await insertAll(transact, [
      aServiceKey({ source: zebra! }),
      aServiceKey({ source: portal! }),
      aServiceKey({ source: portal! }),
      aServiceKey({ source: gone!, revokedAt: aDate }),
      aServiceKey({ source: gone!, expiresAt: aDate }),
      aKey(owner),
    ])
    const list = (countMax: number) =>
      committed(transact, ({ keys }) => keys.listServedSources(countMax))
    expect([await list(10), await list(1)]).toEqual([[portal, zebra], [portal]])
  })

  if (!(options.races ?? true)) return
  test('R148 either revokes a service key or hands it over when departure and take-over are concurrent', async ({
    transact,
  }) => {
    for (let round = 0; round < 10; round += 1) {
      const [creator, successor] = [await anOwner(transact), await anOwner(transact)]
      const key = aServiceKey({ createdBy: creator.id })
      await insertAll(transact, [key])
      const [revoked, takeover] = await Promise.all([
        committed(transact, ({ keys }) => keys.revokeServiceKeys(creator.id, null)),
        committed(transact, ({ keys }) => keys.takeOver(key.id, successor.id)),
      ])
      const found = await committed(transact, ({ keys }) => keys.find(key.id))
      expect([revoked.length, found?.revokedAt === null]).toEqual(takeover ? [0, true] : [1, false])
    }
  })
}

async function anOwner(transact: Transact): Promise<Account> {
  const owner = anAccount({ role: 'Owner' })
  await committed(transact, ({ accounts }) => accounts.insert(owner))
  return owner
}

async function insertAll(transact: Transact, keys: readonly Key[]): Promise<void> {
  await committed(transact, async (stores) => {
    for (const key of keys) await stores.keys.insert(key, newDigest())
  })
}
