import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type {
  ExternalId,
  Identity,
  IdentityId,
  IdentitySource,
} from '../../../../model/identities/identity.ts'
import { chatSources, identitySourceOf } from '../../../../model/chat/chat-source.ts'
import type { Stores, Transact } from '../../../../ports/stores/transact.ts'
import { anAccount, anIdentity, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `IdentityStore` must do. `open` returns a fresh, empty world for each test. */
export function identityStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`IdentityStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and finds it by source and exact external id', async ({
        transact,
      }) => {
        const owner = await anOwner(transact)
        const identity = anIdentity(owner, { externalId: '!~%_\\\'"U1' as ExternalId })
        expect(await insert(transact, identity)).toBe(true)
        expect(await find(transact, identity)).toEqual(identity)
        expect(
          await find(transact, { ...identity, externalId: '!~%_\\\'"u1' as ExternalId }),
        ).toBeNull()
        expect(
          await find(transact, { ...identity, source: 'workspace_chat' as IdentitySource }),
        ).toBeNull()
      })

      test('finds those of several external ids that are linked in a source', async ({
        transact,
      }) => {
        const identity = anIdentity(await anOwner(transact))
        await insert(transact, identity)
        const { externalId, source } = identity
        const linked = (...of: Parameters<Stores['identities']['findLinked']>) =>
          committed(transact, ({ identities }) => identities.findLinked(...of))
        expect(await linked(source, ['U0' as ExternalId, externalId])).toEqual(
          new Set([externalId]),
        )
        expect(await linked('workspace_chat' as IdentitySource, [externalId])).toEqual(new Set())
        expect(await linked(source, [])).toEqual(new Set())
      })

      test('R66 links an external id of a source once, and keeps the first', async ({
        transact,
      }) => {
        const [first, second] = [await anOwner(transact), await anOwner(transact)]
        const identity = anIdentity(first)
        await insert(transact, identity)
        const same = { externalId: identity.externalId }
        expect([
          await insert(transact, anIdentity(second, same)),
          await insert(transact, anIdentity(first, same)),
        ]).toEqual([false, false])
        expect(await find(transact, identity)).toEqual(identity)
        const elsewhere = anIdentity(second, {
          ...same,
          source: 'workspace_chat' as IdentitySource,
        })
        expect(await insert(transact, elsewhere)).toBe(true)
      })

      test('lists the identities of an account, newest first', async ({ transact }) => {
        const [owner, other] = [await anOwner(transact), await anOwner(transact)]
        const [first, second] = [
          anIdentity(owner),
          anIdentity(owner, { source: 'workspace_chat' as IdentitySource }),
        ]
        for (const identity of [second, first, anIdentity(other)]) await insert(transact, identity)
        expect(await list(transact, owner)).toEqual([second, first])
        expect(await list(transact, anAccount())).toEqual([])
      })

      test('R8 deletes and returns an identity of the account, and of no other account', async ({
        transact,
      }) => {
        const [owner, other] = [await anOwner(transact), await anOwner(transact)]
        const identity = anIdentity(owner)
        await insert(transact, identity)
        expect(await remove(transact, other, identity.id)).toBeNull()
        expect(await remove(transact, owner, newId() as IdentityId)).toBeNull()
        expect(await remove(transact, owner, identity.id)).toEqual(identity)
        expect(await remove(transact, owner, identity.id)).toBeNull()
        expect(await find(transact, identity)).toBeNull()
        expect(await insert(transact, anIdentity(other, { externalId: identity.externalId }))).toBe(
          true,
        )
      })
    })
    describe('platforms', () => {
      test('R219 links the same external id on three platforms to three people', async ({
        transact,
      }) => {
        const linked = await Promise.all(
          chatSources.map(async (source) =>
            anIdentity(await anOwner(transact), {
              source: identitySourceOf(source),
              externalId: '123456' as ExternalId,
            }),
          ),
        )
        for (const identity of linked) expect(await insert(transact, identity)).toBe(true)
        for (const identity of linked) expect(await find(transact, identity)).toEqual(identity)
      })
    })
    describe('removal', () => {
      test('deletes all identities of a source, and of no other', async ({ transact }) => {
        const [owner, other] = [await anOwner(transact), await anOwner(transact)]
        const kept = anIdentity(owner, { source: 'workspace_chat' as IdentitySource })
        for (const identity of [anIdentity(owner), kept, anIdentity(other)])
          await insert(transact, identity)
        const removeAll = () =>
          committed(transact, ({ identities }) =>
            identities.removeAll('teamchat' as IdentitySource),
          )
        expect(await removeAll()).toBe(2)
        expect(await removeAll()).toBe(0)
        expect([await list(transact, owner), await list(transact, other)]).toEqual([[kept], []])
      })
    })
    describeRaces(options, () => {
      test('R66 links an external id to one of twenty concurrent accounts', async ({
        transact,
      }) => {
        const owners = await concurrently(20, () => anOwner(transact))
        const externalId = newId() as ExternalId
        const inserted = await concurrently(20, (position) =>
          insert(transact, anIdentity(owners[position]!, { externalId })),
        )
        expect(inserted.filter(Boolean)).toHaveLength(1)
      })

      test('lets only one of twenty concurrent calls delete an identity', async ({ transact }) => {
        const owner = await anOwner(transact)
        const identity = anIdentity(owner)
        await insert(transact, identity)
        const removed = await concurrently(20, () => remove(transact, owner, identity.id))
        expect(removed.filter((one) => one !== null)).toHaveLength(1)
      })
    })
  })
}

async function anOwner(transact: Transact): Promise<Account> {
  const owner = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(owner))
  return owner
}

const insert = (transact: Transact, identity: Identity) =>
  committed(transact, ({ identities }) => identities.insert(identity))
const list = (transact: Transact, { id }: Account) =>
  committed(transact, ({ identities }) => identities.listByUser(id))
const remove = (transact: Transact, { id }: Account, identityId: IdentityId) =>
  committed(transact, ({ identities }) => identities.remove(id, identityId))
const find = (transact: Transact, { source, externalId }: Identity) =>
  committed(transact, ({ identities }) => identities.find(source, externalId))
