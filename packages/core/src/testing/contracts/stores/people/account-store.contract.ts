import { describe, expect } from 'vitest'
import type { Account, AccountId } from '../../../../model/accounts/account.ts'
import type { Email } from '../../../../model/accounts/email.ts'
import type { Stores, Transact } from '../../../../ports/stores/transact.ts'
import { accountDirectory } from './account-directory.contract.ts'
import {
  aChallenge,
  aDate,
  aGroup,
  aKey,
  anAccount,
  anIdentity,
  aPasswordReset,
  aSession,
  newDigest,
  newId,
} from '../../../builders/builders.ts'
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

/** What every `AccountStore` must do. `open` returns a fresh, empty world for each test. */
export function accountStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`AccountStore contract: ${name}${racesNote(options)}`, () => {
    test('stores every field, to the millisecond', async ({ transact }) => {
      const plain = anAccount()
      const full = anAccount({
        email: "o'brien+ken@example.com",
        name: 'Zoë "Z" \\ 张伟 🙂',
        passwordHash: null,
        role: 'Owner',
        status: 'deactivated',
        mustChangePassword: true,
        passwordEpoch: 2_147_483_647,
        temporaryPasswordExpiresAt: new Date('2030-01-02T03:04:05.678Z'),
        mfaSecret: 'a "ciphertext"',
        mfaEnabledAt: new Date('2029-01-02T03:04:05.999Z'),
        createdAt: new Date('1999-12-31T23:59:59.999Z'),
        updatedAt: new Date('2038-01-19T03:14:08.001Z'),
        lastSignInAt: aDate,
      })
      await committed(transact, async ({ accounts }) => {
        await accounts.insert(plain)
        await accounts.insert(full)
      })
      const found = await committed(transact, async ({ accounts }) => [
        await accounts.find(plain.id),
        await accounts.find(full.id),
        await accounts.findByEmail(full.email),
      ])
      expect(found).toEqual([plain, full, full])
    })

    test('returns null for an unknown id and an unknown address', async ({ transact }) => {
      await committed(transact, async ({ accounts }) => {
        await accounts.insert(anAccount({ email: 'ada@example.com' }))
        expect(await accounts.find(newId() as AccountId)).toBeNull()
        expect(await accounts.findByEmail('ada@example.org' as Email)).toBeNull()
      })
    })

    test('adds an account to a free address only, throws if the id is taken, and keeps the first', async ({
      transact,
    }) => {
      const first = anAccount({ email: 'ada@example.com' })
      const insert = (account: Account) =>
        committed(transact, ({ accounts }) => accounts.insert(account))
      expect([await insert(first), await insert(anAccount({ email: 'ada@example.com' }))]).toEqual([
        true,
        false,
      ])
      await expect(insert(anAccount({ id: first.id }))).rejects.toThrow(Error)
      expect(
        await committed(transact, ({ accounts }) => accounts.findByEmail(first.email)),
      ).toEqual(first)
    })

    test('lists accounts with a secret by id, page by page', async ({ transact }) => {
      const waiting = anAccount({ mfaSecret: 'waiting' })
      const enabled = anAccount({
        mfaSecret: 'enabled',
        mfaEnabledAt: aDate,
        status: 'deactivated',
      })
      const third = anAccount({ mfaSecret: 'third' })
      await committed(transact, async ({ accounts }) => {
        for (const account of [enabled, anAccount(), third, waiting]) await accounts.insert(account)
      })
      const sorted = [waiting, enabled, third].toSorted((left, right) =>
        left.id < right.id ? -1 : 1,
      )
      const list = (after: Account | undefined, limit: number) =>
        committed(transact, ({ accounts }) => accounts.listWithSecret(after?.id ?? null, limit))
      expect([
        await list(undefined, 2),
        await list(sorted[1], 2),
        await list(sorted[2], 2),
      ]).toEqual([sorted.slice(0, 2), sorted.slice(2), []])
    })

    test('returns which of ten thousand addresses are taken, by an account of any status', async ({
      transact,
    }) => {
      const taken = [
        anAccount({ email: 'person-7@example.com' }),
        anAccount({ email: 'person-9@example.com', status: 'deactivated' }),
      ]
      const asked = Array.from(
        { length: 10_000 },
        (_, position) => `person-${position}@example.com` as Email,
      )
      const listed = await committed(transact, async ({ accounts }) => {
        for (const account of [...taken, anAccount()]) await accounts.insert(account)
        return [await accounts.listTaken(asked), await accounts.listTaken([])]
      })
      expect(listed.map((emails) => emails.toSorted())).toEqual([
        taken.map(({ email }) => email),
        [],
      ])
    })

    test('returns the names of the accounts that exist, by id', async ({ transact }) => {
      const [ada, bob] = [anAccount(), anAccount()]
      const [named, none] = await committed(transact, async ({ accounts }) => {
        for (const account of [ada, bob, anAccount()]) await accounts.insert(account)
        const ids = [ada.id, bob.id, ada.id, newId() as AccountId]
        return [await accounts.listNamed(ids), await accounts.listNamed([])]
      })
      expect(named).toEqual(
        new Map(
          [ada, bob].map((account) => [
            account.id,
            { id: account.id, email: account.email, name: account.name },
          ]),
        ),
      )
      expect(none?.size).toBe(0)
    })

    describe('updates', () => {
      test('replaces every field of an account, and no other account', async ({ transact }) => {
        const [old, other] = [anAccount(), anAccount()]
        const changed: Account = {
          id: old.id,
          email: 'new@example.com' as Email,
          name: 'Grace Hopper',
          passwordHash: null,
          signInProvider: 'local',
          role: 'Admin',
          status: 'deactivated',
          mustChangePassword: true,
          passwordEpoch: 2,
          temporaryPasswordExpiresAt: new Date('2030-01-02T03:04:05.678Z'),
          mfaSecret: 'a ciphertext',
          mfaEnabledAt: new Date('2030-01-02T03:04:05.679Z'),
          createdAt: new Date('2030-01-02T03:04:05.680Z'),
          updatedAt: new Date('2030-01-02T03:04:05.681Z'),
          lastSignInAt: new Date('2030-01-02T03:04:05.682Z'),
        }
        await committed(transact, async ({ accounts }) => {
          for (const account of [old, other]) await accounts.insert(account)
          await accounts.update(changed)
        })
        const found = await committed(transact, async ({ accounts }) => [
          await accounts.find(old.id),
          await accounts.find(other.id),
        ])
        expect(found).toEqual([changed, other])
        expect(
          await committed(transact, ({ accounts }) => accounts.findByEmail(old.email)),
        ).toBeNull()
      })

      test('throws if the account is missing or its new address is taken, and changes nothing', async ({
        transact,
      }) => {
        const [first, second] = [anAccount(), anAccount()]
        await committed(transact, async ({ accounts }) => {
          for (const account of [first, second]) await accounts.insert(account)
        })
        for (const refused of [anAccount(), { ...second, email: first.email }]) {
          await expect(
            committed(transact, ({ accounts }) => accounts.update(refused)),
          ).rejects.toThrow(Error)
          expect(await committed(transact, ({ accounts }) => accounts.find(refused.id))).toEqual(
            refused.id === second.id ? second : null,
          )
        }
      })
    })
    describe('sign-in', () => {
      test('R147 finds the account by a live session, and null if the session ended or belongs to another account', async (world) => {
        const [{ account, session }, other] = [await withSession(world), await withSession(world)]
        const find = (id = account.id, sessionId = session.id) =>
          committed(world.transact, async ({ accounts }) => [
            await accounts.findSignedIn(id, sessionId),
            await accounts.peekSignedIn(id, sessionId),
          ])
        expect([
          await find(),
          await find(other.account.id),
          await find(account.id, other.session.id),
        ]).toEqual([
          [account, account],
          [null, null],
          [null, null],
        ])
        await committed(world.transact, ({ sessions }) => sessions.end(account.id, session.id))
        expect(await find()).toEqual([null, null])
      })
    })
    describe('time steps of codes', () => {
      test('R27 accepts each time step once per account, and none before the last used one', async ({
        transact,
      }) => {
        const [account, other] = [anAccount(), anAccount()]
        await committed(transact, async ({ accounts }) => {
          for (const inserted of [account, other]) await accounts.insert(inserted)
        })
        const use = (step: number, { id } = account) =>
          committed(transact, ({ accounts }) => accounts.consumeTimeStep(id, step))
        const realStep = 63_115_200
        expect([await use(realStep), await use(realStep), await use(realStep - 1)]).toEqual([
          true,
          false,
          false,
        ])
        expect([await use(realStep + 1), await use(realStep)]).toEqual([true, false])
        expect(await use(realStep, other)).toBe(true)
      })

      test('R27 remembers the last used time step when other fields of the account change', async ({
        transact,
      }) => {
        const account = anAccount({ mfaSecret: 'one' })
        const used = await committed(transact, async ({ accounts }) => {
          await accounts.insert(account)
          const first = await accounts.consumeTimeStep(account.id, 7)
          await accounts.update({ ...account, mfaSecret: 'another' })
          return [
            first,
            await accounts.consumeTimeStep(account.id, 7),
            await accounts.consumeTimeStep(account.id, 8),
          ]
        })
        expect(used).toEqual([true, false, true])
      })
    })
    describe('end', () => {
      test('R60 changes an address unless it is taken, and can continue either way', async ({
        transact,
      }) => {
        const [ada, bob] = [
          anAccount({ email: 'ada@example.com' }),
          anAccount({ email: 'bob@example.com' }),
        ]
        const outcome = await committed(transact, async ({ accounts }) => {
          for (const account of [ada, bob]) await accounts.insert(account)
          const refused = await accounts.changeEmail(ada.id, bob.email)
          return [
            refused,
            await accounts.changeEmail(ada.id, 'countess@example.com' as Email),
            await accounts.find(bob.id),
          ]
        })
        expect(outcome).toEqual([false, true, bob])
        const [changed, present] = await committed(transact, async ({ accounts, now }) => [
          await accounts.find(ada.id),
          await now(),
        ])
        expect(changed).toEqual({
          ...ada,
          email: 'countess@example.com',
          updatedAt: expect.any(Date) as Date,
        })
        expect(changed!.updatedAt.getTime()).toBeLessThanOrEqual(present.getTime())
        expect(
          await committed(transact, ({ accounts }) => accounts.findByEmail(ada.email)),
        ).toBeNull()
      })

      test('R61 deletes an account with all its credentials, and no other', async ({
        transact,
      }) => {
        const [gone, kept] = [anAccount(), anAccount()]
        const counts = await committed(transact, async (stores) => {
          await stores.groups.insert(aGroup())
          for (const account of [gone, kept]) {
            await stores.accounts.insert(account)
            await stores.sessions.insert(aSession(account, await stores.now()))
            await stores.challenges.insert(aChallenge(account, await stores.now()), newDigest())
            await stores.recoveryCodes.replace(account.id, ['a hash'])
            await stores.passwordResets.insert(
              aPasswordReset(account, await stores.now()),
              newDigest(),
            )
            await stores.keys.insert(aKey(account), newDigest())
            await stores.identities.insert(anIdentity(account))
            const expiresAt = new Date((await stores.now()).getTime() + 60_000)
            await stores.linkCodes.replace(account.id, {
              digest: account.id,
              source: null,
              expiresAt,
            })
            await stores.groups.addMember(aGroup().slug, account.id)
          }
          await stores.accounts.remove(gone.id)
          await stores.accounts.remove(newId() as AccountId)
          const countOf = async ({ id }: Account) => [
            (await stores.accounts.find(id)) === null ? 0 : 1,
            await stores.sessions.count(id),
            (await stores.recoveryCodes.listUnused(id)).length,
            await stores.passwordResets.count(id),
            await stores.keys.countActive(id),
            (await stores.identities.listByUser(id)).length,
            (await stores.linkCodes.consume(id, anIdentity({ id }).source)) === null ? 0 : 1,
            (await stores.groups.listByMember(id)).length,
          ]
          return [await countOf(gone), await countOf(kept)]
        })
        expect(counts).toEqual([
          [0, 0, 0, 0, 0, 0, 0, 0],
          [1, 1, 1, 1, 1, 1, 1, 1],
        ])
      })

      test('R50 counts the active Owners', async ({ transact }) => {
        const count = () => committed(transact, ({ accounts }) => accounts.countActiveOwners())
        expect(await count()).toBe(0)
        await committed(transact, async ({ accounts }) => {
          const people = [
            { role: 'Owner' },
            { role: 'Owner' },
            { role: 'Owner', status: 'deactivated' },
            { role: 'Admin' },
          ] as const
          for (const person of people) await accounts.insert(anAccount(person))
        })
        expect(await count()).toBe(2)
      })
    })
    accountDirectory(test)
    test('is empty until there is an account, of any role or status', async ({ transact }) => {
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(true)
      await committed(transact, ({ accounts }) =>
        accounts.insert(anAccount({ status: 'deactivated' })),
      )
      expect(await committed(transact, ({ accounts }) => accounts.isEmpty())).toBe(false)
    })

    describeRaces(options, () => {
      test('R147 makes the end of the session wait for the transaction that found it, and finds nothing after the end', async (world) => {
        const { account, session } = await withSession(world)
        const find = (stores: Stores) => stores.accounts.findSignedIn(account.id, session.id)
        const order: string[] = []
        const ending: Promise<unknown>[] = []
        await committed(world.transact, async (stores) => {
          await find(stores)
          ending.push(
            committed(world.transact, ({ sessions }) => sessions.endAll(account.id, null)).then(
              () => order.push('ended'),
            ),
          )
          // Time for the other transaction to start and to wait.
          for (let count = 0; count < 50; count += 1) await stores.accounts.isEmpty()
          order.push('acted')
        })
        await Promise.all(ending)
        expect(order).toEqual(['acted', 'ended'])
        expect(await committed(world.transact, find)).toBeNull()
      })

      test('R147 finds nothing after it waited for an end of the session', async (world) => {
        const { account, session } = await withSession(world)
        const result: Promise<Account | null>[] = []
        await committed(world.transact, async (stores) => {
          await stores.sessions.end(account.id, session.id)
          result.push(
            committed(world.transact, ({ accounts }) =>
              accounts.findSignedIn(account.id, session.id),
            ),
          )
          for (let count = 0; count < 50; count += 1) await stores.accounts.isEmpty()
        })
        expect(await Promise.all(result)).toEqual([null])
      })
    })
    test('R27 lets only one of twenty concurrent calls use a time step', async ({ transact }) => {
      const account = anAccount()
      await committed(transact, ({ accounts }) => accounts.insert(account))
      const used = await concurrently(20, () =>
        committed(transact, ({ accounts }) => accounts.consumeTimeStep(account.id, 7)),
      )
      expect(used.filter(Boolean)).toHaveLength(1)
    })

    test('R60 gives an address to only one of twenty concurrent calls, and returns false to the others', async ({
      transact,
    }) => {
      const people = Array.from({ length: 20 }, () => anAccount())
      await committed(transact, async ({ accounts }) => {
        for (const account of people) await accounts.insert(account)
      })
      const changed = await Promise.all(
        people.map(({ id }) =>
          committed(transact, ({ accounts }) =>
            accounts.changeEmail(id, 'ada@example.com' as Email),
          ),
        ),
      )
      expect(changed.filter(Boolean)).toHaveLength(1)
    })

    test('gives an address to only one of twenty concurrent inserts, and never throws', async ({
      transact,
    }) => {
      const inserted = await concurrently(20, () =>
        committed(transact, ({ accounts }) =>
          accounts.insert(anAccount({ email: 'ada@example.com' })),
        ),
      )
      expect(inserted.filter(Boolean)).toHaveLength(1)
    })
  })
}

/** A stored account with a session. */
async function withSession({ transact }: World) {
  const account = anAccount()
  return committed(transact, async (stores) => {
    const session = aSession(account, await stores.now())
    await stores.accounts.insert(account)
    await stores.sessions.insert(session)
    return { account, session }
  })
}
