import { describe, expect } from 'vitest'
import { roles, type Account } from '../../../model/accounts/account.ts'
import type { GroupSlug } from '../../../model/groups/group.ts'
import type { PersonalKey } from '../../../model/keys/key.ts'
import type { Source } from '../../../model/knowledge/document.ts'
import type { KeyHolders } from '../../../ports/credentials/key-holders.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aDate, aGroup, aKey, anAccount, aServiceKey, newDigest } from '../../builders/builders.ts'
import { committed, testIn, type Closable } from '../contract-suite.ts'

type World = Closable & { readonly keyHolders: KeyHolders; readonly transact: Transact }

/** What every `KeyHolders` must do. `open` returns a fresh, empty world for each test. */
export function keyHoldersContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`KeyHolders contract: ${name}`, () => {
    test('returns null for a digest that no key has', async ({ keyHolders, transact }) => {
      await aHeldKey(transact, anAccount())
      expect(await keyHolders.findByDigest(newDigest())).toBeNull()
    })

    test('distinguishes keys, and returns the sources that one is restricted to', async ({
      keyHolders,
      transact,
    }) => {
      const [ada, bob] = [anAccount(), anAccount()]
      const narrowed = await aHeldKey(transact, ada, { sources: ['wiki', 'ticket'] as Source[] })
      const wide = await aHeldKey(transact, bob)
      const held = {
        kind: 'personal',
        status: 'active',
        ownerStatus: 'active',
        ownerMustChangePassword: false,
        role: 'Member',
      }
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

    test('returns a service key by its source, without an owner', async ({
      keyHolders,
      transact,
    }) => {
      const [key, digest] = [aServiceKey({ sources: ['wiki'] as Source[] }), newDigest()]
      await committed(transact, ({ keys }) => keys.insert(key, digest))
      expect(await keyHolders.findByDigest(digest)).toEqual({
        keyId: key.id,
        kind: 'service',
        status: 'active',
        source: 'bot_gateway',
        sources: ['wiki'],
        responsible: 'organisation',
      })
      await committed(transact, ({ keys }) => keys.revoke(key.id, null))
      expect(await keyHolders.findByDigest(digest)).toMatchObject({ status: 'revoked' })
    })

    test('R148 returns the current responsible person of a service key', async ({
      keyHolders,
      transact,
    }) => {
      const [creator, successor] = [anAccount({ role: 'Owner' }), anAccount({ role: 'Owner' })]
      const [key, digest] = [aServiceKey({ createdBy: creator.id }), newDigest()]
      await committed(transact, async ({ accounts, keys }) => {
        for (const account of [creator, successor]) await accounts.insert(account)
        await keys.insert(key, digest)
      })
      const responsible = async () => {
        const holder = await keyHolders.findByDigest(digest)
        return holder?.kind === 'service' ? holder.responsible : holder
      }
      expect(await responsible()).toEqual({ role: 'Owner', status: 'active' })
      await committed(transact, ({ accounts }) =>
        accounts.update({ ...creator, role: 'Admin', status: 'deactivated' }),
      )
      expect(await responsible()).toEqual({ role: 'Admin', status: 'deactivated' })
      await committed(transact, ({ accounts }) => accounts.remove(creator.id))
      expect(await responsible()).toBe('gone')
      await committed(transact, ({ keys }) => keys.takeOver(key.id, successor.id))
      expect(await responsible()).toEqual({ role: 'Owner', status: 'active' })
    })

    describe('states', () => {
      test('R5 decides between active and expired by database time', async ({
        keyHolders,
        transact,
      }) => {
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

      test('R5 reflects a revocation at once', async ({ keyHolders, transact }) => {
        const { key, digest } = await aHeldKey(transact, anAccount())
        expect((await keyHolders.findByDigest(digest))?.status).toBe('active')
        await committed(transact, ({ keys }) => keys.revoke(key.id, null))
        expect((await keyHolders.findByDigest(digest))?.status).toBe('revoked')
      })

      test('R19 says when the owner must replace a temporary password', async ({
        keyHolders,
        transact,
      }) => {
        const { digest } = await aHeldKey(transact, anAccount({ mustChangePassword: true }))
        expect(await keyHolders.findByDigest(digest)).toMatchObject({
          ownerMustChangePassword: true,
          status: 'active',
        })
      })

      test('R5 says when the owner is deactivated', async ({ keyHolders, transact }) => {
        const { digest } = await aHeldKey(transact, anAccount({ status: 'deactivated' }))
        expect(await keyHolders.findByDigest(digest)).toMatchObject({
          ownerStatus: 'deactivated',
          status: 'active',
        })
      })
    })
    describe('rights', () => {
      test('R6 returns the role of the owner', async ({ keyHolders, transact }) => {
        for (const role of roles) {
          const owner = anAccount({ role })
          const { digest } = await aHeldKey(transact, owner)
          expect(await heldBy(keyHolders, digest)).toMatchObject({
            role,
            principals: ['everyone', `role:${role}`, `user:${owner.id}`],
          })
        }
      })

      test('R6 reflects every group that the owner joins or leaves at once, and no one else’s', async ({
        keyHolders,
        transact,
      }) => {
        const [owner, other] = [anAccount(), anAccount()]
        const { digest } = await aHeldKey(transact, owner)
        await aHeldKey(transact, other)
        const groupsHeld = async () => {
          const holder = await heldBy(keyHolders, digest)
          return holder?.kind === 'personal'
            ? holder.principals.filter((principal) => principal.startsWith('group:'))
            : null
        }
        const [support, sales] = [aGroup('support'), aGroup('sales')]
        await committed(transact, async ({ groups }) => {
          await groups.insert(support)
          await groups.insert(sales)
          await groups.addMember(support.slug, other.id)
        })
        expect(await groupsHeld()).toEqual([])

        const joined = async (slug: GroupSlug) =>
          committed(transact, ({ groups }) => groups.addMember(slug, owner.id))
        await joined(support.slug)
        expect(await groupsHeld()).toEqual(['group:support'])
        await joined(sales.slug)
        expect(await groupsHeld()).toEqual(['group:sales', 'group:support'])
        await committed(transact, ({ groups }) => groups.removeMember(support.slug, owner.id))
        expect(await groupsHeld()).toEqual(['group:sales'])
        await committed(transact, ({ groups }) => groups.delete(sales.slug))
        expect(await groupsHeld()).toEqual([])
      })
    })
  })
}

/** The holder with sorted principals, because their order has no meaning. */
async function heldBy(keyHolders: KeyHolders, digest: string) {
  const holder = await keyHolders.findByDigest(digest)
  return holder?.kind === 'personal'
    ? { ...holder, principals: holder.principals.toSorted() }
    : holder
}

async function aHeldKey(transact: Transact, owner: Account, overrides: Partial<PersonalKey> = {}) {
  const [key, digest] = [aKey(owner, overrides), newDigest()]
  await committed(transact, async ({ accounts, keys }) => {
    if ((await accounts.find(owner.id)) === null) await accounts.insert(owner)
    await keys.insert(key, digest)
  })
  return { key, digest }
}
