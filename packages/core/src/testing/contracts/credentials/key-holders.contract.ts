import { describe, expect } from 'vitest'
import { roles, type Account } from '../../../model/accounts/account.ts'
import type { GroupSlug } from '../../../model/groups/group.ts'
import type { PersonalKey } from '../../../model/keys/key.ts'
import type { Source } from '../../../model/knowledge/document.ts'
import type { KeyHolders } from '../../../ports/credentials/key-holders.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aDate, aGroup, aKey, anAccount, aServiceKey, newDigest } from '../../builders/builders.ts'
import { committed, testIn, type Closable, type WorldTest } from '../contract-suite.ts'

type World = Closable & { readonly keyHolders: KeyHolders; readonly transact: Transact }

/** What every `KeyHolders` must do. `open` gives a fresh, empty world for each test. */
export function keyHoldersContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`KeyHolders contract: ${name}`, () => {
    test('finds null for a digest that no key has', async ({ keyHolders, transact }) => {
      await aHeldKey(transact, anAccount())
      expect(await keyHolders.findByDigest(newDigest())).toBeNull()
    })

    test('tells keys apart, and says to which sources one is narrowed', async ({ keyHolders, transact }) => {
      const [ada, bob] = [anAccount(), anAccount()]
      const narrowed = await aHeldKey(transact, ada, { sources: ['wiki', 'ticket'] as Source[] })
      const wide = await aHeldKey(transact, bob)
      const held = { kind: 'personal', status: 'active', ownerStatus: 'active', ownerMustChangePassword: false, role: 'Member' }
      expect(await heldBy(keyHolders, narrowed.digest)).toEqual({
        ...held,
        keyId: narrowed.key.id,
        ownerId: ada.id,
        principals: ['everyone', 'role:Member', `user:${ada.id}`],
        sources: ['wiki', 'ticket'],
      })
      expect(await heldBy(keyHolders, wide.digest)).toEqual({
        ...held,
        keyId: wide.key.id,
        ownerId: bob.id,
        principals: ['everyone', 'role:Member', `user:${bob.id}`],
        sources: null,
      })
    })

    test('knows a service key by its source, and nobody behind it', async ({ keyHolders, transact }) => {
      const [key, digest] = [aServiceKey({ sources: ['wiki'] as Source[] }), newDigest()]
      await committed(transact, ({ keys }) => keys.insert(key, digest))
      expect(await keyHolders.findByDigest(digest)).toEqual({
        keyId: key.id,
        kind: 'service',
        status: 'active',
        source: 'bot_messenger',
        sources: ['wiki'],
        responsible: 'organisation',
      })
      await committed(transact, ({ keys }) => keys.revoke(key.id, null))
      expect(await keyHolders.findByDigest(digest)).toMatchObject({ status: 'revoked' })
    })

    test('R148 says who is responsible for a service key, as they are now', async ({ keyHolders, transact }) => {
      const [maker, heir] = [anAccount({ role: 'Owner' }), anAccount({ role: 'Owner' })]
      const [key, digest] = [aServiceKey({ createdBy: maker.id }), newDigest()]
      await committed(transact, async ({ accounts, keys }) => {
        for (const account of [maker, heir]) await accounts.insert(account)
        await keys.insert(key, digest)
      })
      const responsible = async () => {
        const holder = await keyHolders.findByDigest(digest)
        return holder?.kind === 'service' ? holder.responsible : holder
      }
      expect(await responsible()).toEqual({ role: 'Owner', status: 'active' })
      await committed(transact, ({ accounts }) => accounts.update({ ...maker, role: 'Admin', status: 'deactivated' }))
      expect(await responsible()).toEqual({ role: 'Admin', status: 'deactivated' })
      await committed(transact, ({ accounts }) => accounts.remove(maker.id))
      expect(await responsible()).toBe('gone')
      await committed(transact, ({ keys }) => keys.takeOver(key.id, heir.id))
      expect(await responsible()).toEqual({ role: 'Owner', status: 'active' })
    })

    states(test)
    rights(test)
  })
}

/** The holder with its principals sorted, because their order means nothing. */
async function heldBy(keyHolders: KeyHolders, digest: string) {
  const holder = await keyHolders.findByDigest(digest)
  return holder?.kind === 'personal' ? { ...holder, principals: holder.principals.toSorted() } : holder
}

async function aHeldKey(transact: Transact, owner: Account, overrides: Partial<PersonalKey> = {}) {
  const [key, digest] = [aKey(owner, overrides), newDigest()]
  await committed(transact, async ({ accounts, keys }) => {
    if ((await accounts.find(owner.id)) === null) await accounts.insert(owner)
    await keys.insert(key, digest)
  })
  return { key, digest }
}

function states(test: WorldTest<World>) {
  test('R5 judges active and expired by the time of the database', async ({ keyHolders, transact }) => {
    const now = await committed(transact, (stores) => stores.now())
    const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
    const statusOf = async (overrides: Partial<PersonalKey>) => {
      const { digest } = await aHeldKey(transact, anAccount(), overrides)
      return (await keyHolders.findByDigest(digest))?.status
    }
    expect(await statusOf({ expiresAt: null })).toBe('active')
    expect(await statusOf({ expiresAt: at(600_000) })).toBe('active')
    expect(await statusOf({ expiresAt: at(0) })).toBe('expired')
    expect(await statusOf({ expiresAt: at(-1) })).toBe('expired')
    expect(await statusOf({ expiresAt: at(-1), revokedAt: aDate })).toBe('revoked')
    expect(await statusOf({ expiresAt: at(600_000), revokedAt: aDate })).toBe('revoked')
  })

  test('R5 knows of a revocation at once', async ({ keyHolders, transact }) => {
    const { key, digest } = await aHeldKey(transact, anAccount())
    expect((await keyHolders.findByDigest(digest))?.status).toBe('active')
    await committed(transact, ({ keys }) => keys.revoke(key.id, null))
    expect((await keyHolders.findByDigest(digest))?.status).toBe('revoked')
  })

  test('R19 says when the owner must replace a temporary password', async ({ keyHolders, transact }) => {
    const { digest } = await aHeldKey(transact, anAccount({ mustChangePassword: true }))
    expect(await keyHolders.findByDigest(digest)).toMatchObject({ ownerMustChangePassword: true, status: 'active' })
  })

  test('R5 says when the owner is deactivated', async ({ keyHolders, transact }) => {
    const { digest } = await aHeldKey(transact, anAccount({ status: 'deactivated' }))
    expect(await keyHolders.findByDigest(digest)).toMatchObject({ ownerStatus: 'deactivated', status: 'active' })
  })
}

function rights(test: WorldTest<World>) {
  test('R6 names the role of the owner', async ({ keyHolders, transact }) => {
    for (const role of roles) {
      const owner = anAccount({ role })
      const { digest } = await aHeldKey(transact, owner)
      expect(await heldBy(keyHolders, digest)).toMatchObject({
        role,
        principals: ['everyone', `role:${role}`, `user:${owner.id}`],
      })
    }
  })

  test('R6 knows at once of every group that the owner joins, leaves or loses, and of nobody else’s', async ({
    keyHolders,
    transact,
  }) => {
    const [owner, other] = [anAccount(), anAccount()]
    const { digest } = await aHeldKey(transact, owner)
    await aHeldKey(transact, other)
    const groupsHeld = async () => {
      const holder = await heldBy(keyHolders, digest)
      return holder?.kind === 'personal' ? holder.principals.filter((principal) => principal.startsWith('group:')) : null
    }
    const [support, sales] = [aGroup('support'), aGroup('sales')]
    await committed(transact, async ({ groups }) => {
      await groups.insert(support)
      await groups.insert(sales)
      await groups.addMember(support.slug, other.id)
    })
    expect(await groupsHeld()).toEqual([])

    const joined = async (slug: GroupSlug) => committed(transact, ({ groups }) => groups.addMember(slug, owner.id))
    await joined(support.slug)
    expect(await groupsHeld()).toEqual(['group:support'])
    await joined(sales.slug)
    expect(await groupsHeld()).toEqual(['group:sales', 'group:support'])
    await committed(transact, ({ groups }) => groups.removeMember(support.slug, owner.id))
    expect(await groupsHeld()).toEqual(['group:sales'])
    await committed(transact, ({ groups }) => groups.delete(sales.slug))
    expect(await groupsHeld()).toEqual([])
  })
}
