import { describe, expect } from 'vitest'
import { roles, type Account } from '../../../model/accounts/account.ts'
import type { ExternalId, Identity, IdentitySource } from '../../../model/identities/identity.ts'
import type { IdentityHolders } from '../../../ports/credentials/identity-holders.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aGroup, anAccount, anIdentity } from '../../builders/builders.ts'
import { committed, testIn, type Closable } from '../contract-suite.ts'

type World = Closable & { readonly identityHolders: IdentityHolders; readonly transact: Transact }

/** What every `IdentityHolders` must do. `open` returns a fresh, empty world for each test. */
export function identityHoldersContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`IdentityHolders contract: ${name}`, () => {
    test('R6 returns the current state of the linked account', async (world) => {
      for (const role of roles) {
        const account = anAccount({ role })
        const identity = await linked(world, account)
        expect(await heldBy(world, identity)).toEqual({
          userId: account.id,
          email: account.email,
          status: 'active',
          role,
          principals: ['everyone', `role:${role}`, `user:${account.id}`],
          mustChangePassword: false,
        })
        const changed: Account = {
          ...account,
          role: 'Member',
          status: 'deactivated',
          mustChangePassword: true,
        }
        await committed(world.transact, ({ accounts }) => accounts.update(changed))
        expect(await heldBy(world, identity)).toMatchObject({
          role: 'Member',
          status: 'deactivated',
          mustChangePassword: true,
        })
      }
    })

    test('R6 reflects every group that the person joins or leaves at once', async (world) => {
      const account = anAccount()
      const identity = await linked(world, account)
      const support = aGroup('support')
      await committed(world.transact, async ({ groups }) => {
        await groups.insert(support)
        await groups.addMember(support.slug, account.id)
      })
      expect((await heldBy(world, identity))?.principals).toContain('group:support')
      await committed(world.transact, ({ groups }) => groups.removeMember(support.slug, account.id))
      expect((await heldBy(world, identity))?.principals).not.toContain('group:support')
    })

    test('R66 finds an identity by its source and its exact spelling, until it is removed', async (world) => {
      const [ada, bob] = [anAccount(), anAccount()]
      const one = await linked(world, ada, { externalId: 'U1' as ExternalId })
      const other = await linked(world, bob, { externalId: 'u1' as ExternalId })
      const elsewhere = await linked(world, bob, {
        externalId: 'U1' as ExternalId,
        source: 'workspace_chat' as IdentitySource,
      })
      expect([
        await heldBy(world, one),
        await heldBy(world, other),
        await heldBy(world, elsewhere),
      ]).toMatchObject([{ userId: ada.id }, { userId: bob.id }, { userId: bob.id }])
      expect(await heldBy(world, { ...one, source: 'bot_gateway' as IdentitySource })).toBeNull()
      await committed(world.transact, ({ identities }) => identities.remove(ada.id, one.id))
      expect(await heldBy(world, one)).toBeNull()
    })
  })
}

async function linked(
  { transact }: World,
  account: Account,
  overrides: Partial<Identity> = {},
): Promise<Identity> {
  const identity = anIdentity(account, overrides)
  await committed(transact, async ({ accounts, identities }) => {
    if ((await accounts.find(account.id)) === null) await accounts.insert(account)
    await identities.insert(identity)
  })
  return identity
}

/** The holder with sorted principals, because their order has no meaning. */
async function heldBy({ identityHolders }: World, { source, externalId }: Identity) {
  const holder = await identityHolders.findByExternalId(source, externalId)
  return holder === null ? null : { ...holder, principals: holder.principals.toSorted() }
}
