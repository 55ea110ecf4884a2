import { describe, expect } from 'vitest'
import type { Account, AccountId } from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import { anyInvitation } from '../../../ports/stores/people/invitation-store.ts'
import type { Stores, Transact } from '../../../ports/stores/transact.ts'
import { err, ok } from '../../../model/result.ts'
import {
  aChallenge,
  aDocument,
  aGroup,
  aKey,
  anAccount,
  anAuditEntry,
  anInvitation,
  anyEntry,
  aSession,
  newDigest,
  newId,
} from '../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
  type WorldTest,
  describeRaces,
} from '../contract-suite.ts'

type World = Closable & { readonly transact: Transact }
type Options = SuiteOptions & {
  /**
   * The number of transactions that wait for a lock. Absent if transactions run one at a time, so
   * that all others wait.
   */
  readonly countWaiting?: () => Promise<number>
}

/** What every `Transact` must do. `open` returns a fresh, empty world for each test. */
export function transactContract(name: string, open: () => Promise<World>, options: Options = {}) {
  const test = testIn(open)
  describe(`Transact contract: ${name}${racesNote(options)}`, () => {
    describe('results', () => {
      test('commits an ok result in every store, and returns it', async ({ transact }) => {
        const account = anAccount()
        const outcome = await transact(async (stores) =>
          ok({ wrote: await writeEverywhere(stores, account), answer: 42 }),
        )
        expect(outcome).toEqual({ ok: true, value: { wrote: undefined, answer: 42 } })
        expect(await committed(transact, (stores) => countEverywhere(stores, account))).toBe(
          rowsEverywhere,
        )
      })

      test('rolls back an err result in every store, and returns it', async ({ transact }) => {
        const account = anAccount()
        const outcome = await transact(async (stores) => {
          await writeEverywhere(stores, account)
          return err({ code: 'account.forbidden' })
        })
        expect(outcome).toEqual({ ok: false, error: { code: 'account.forbidden' } })
        expect(await committed(transact, (stores) => countEverywhere(stores, account))).toBe(0)
      })

      test('rolls back when the work throws, in every store, and rethrows', async ({
        transact,
      }) => {
        const account = anAccount()
        const fault = new Error('fault')
        const failing = transact(async (stores) => {
          await writeEverywhere(stores, account)
          throw fault
        })
        await expect(failing).rejects.toBe(fault)
        expect(await committed(transact, (stores) => countEverywhere(stores, account))).toBe(0)
      })

      test('shows the work its own writes', async ({ transact }) => {
        const account = anAccount()
        const counted = await committed(transact, async (stores) => {
          await writeEverywhere(stores, account)
          return countEverywhere(stores, account)
        })
        expect(counted).toBe(rowsEverywhere)
      })
    })
    describe('time', () => {
      test('keeps the time of its start while the clock moves', async ({ transact }) => {
        const [first, last] = await committed(transact, async ({ accounts, now }) => {
          const start = await now()
          for (const from = Date.now(); Date.now() < from + 3;) await accounts.isEmpty()
          return [start, await now()] as const
        })
        expect(last).toEqual(first)
      })

      test('has a later time in a later transaction', async ({ transact }) => {
        const first = await committed(transact, ({ now }) => now())
        await expect
          .poll(() => committed(transact, ({ now }) => now()), { interval: 1 })
          .not.toEqual(first)
        const last = await committed(transact, ({ now }) => now())
        expect(last.getTime()).toBeGreaterThan(first.getTime())
      })
    })
    test('releases its locks however it ends', async ({ transact }) => {
      const account = anAccount()
      const lock = async ({ lockAccount, lockBootstrap, lockInvitations, lockOwners }: Stores) => {
        await lockBootstrap()
        await lockInvitations(['ada@example.com', 'bob@example.com'] as Email[])
        await lockOwners()
        await lockAccount(account.id)
      }
      await transact(async (stores) => err(await lock(stores)))
      await expect(
        transact(async (stores) => lock(stores).then(() => Promise.reject(new Error('fault')))),
      ).rejects.toThrow('fault')
      await transact(async (stores) => ok(await lock(stores)))
      await transact(async (stores) => ok(await lock(stores)))
    })
    test('returns the locked account, and null if it does not exist', async ({ transact }) => {
      const account = anAccount()
      await committed(transact, ({ accounts }) => accounts.insert(account))
      expect(await committed(transact, ({ lockAccount }) => lockAccount(account.id))).toEqual(
        account,
      )
      expect(
        await committed(transact, ({ lockAccount }) => lockAccount(newId() as AccountId)),
      ).toBeNull()
    })
    waits(test, options.countWaiting ?? (async () => 1))
    describeRaces(options, () => {
      test('R49 shows an empty store to only one of twenty that lock the bootstrap', async ({
        transact,
      }) => {
        const outcomes = await concurrently(20, () =>
          transact(async ({ accounts, lockBootstrap }) => {
            await lockBootstrap()
            return (await accounts.isEmpty()) ? ok(await accounts.insert(anAccount())) : err(null)
          }),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      })

      test('R50 shows no two that lock the Owners the same count', async ({ transact }) => {
        const outcomes = await concurrently(20, () =>
          transact(async ({ accounts, lockOwners }) => {
            await lockOwners()
            if ((await accounts.countActiveOwners()) >= 5) return err(null)
            return ok(await accounts.insert(anAccount({ role: 'Owner' })))
          }),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(5)
      })

      test('shows no two of twenty that lock an account the same count', async ({ transact }) => {
        const owner = anAccount()
        await committed(transact, ({ accounts }) => accounts.insert(owner))
        const outcomes = await concurrently(20, () =>
          transact(async ({ keys, lockAccount }) => {
            await lockAccount(owner.id)
            if ((await keys.countActive(owner.id)) >= 5) return err(null)
            return ok(await keys.insert(aKey(owner), newDigest()))
          }),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(5)
      })

      test('R54 shows a free address to only one of twenty that lock the invitations', async ({
        transact,
      }) => {
        const outcomes = await concurrently(20, () =>
          transact(async ({ invitations, lockInvitations }) => {
            const invitation = anInvitation({ email: 'ada@example.com' })
            await lockInvitations([invitation.email])
            const pending = await invitations.listPending([invitation.email])
            return pending.length === 0 ? ok(await invitations.insert([invitation])) : err(null)
          }),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      })

      test('never deadlocks when transactions lock the invitations of the same addresses in any order', async ({
        transact,
      }) => {
        const emails = Array.from(
          { length: 40 },
          (_, position) => `p${position}@example.com` as Email,
        )
        const outcomes = await concurrently(20, (position) =>
          committed(transact, async ({ lockInvitations }) => {
            await lockInvitations(position % 2 === 0 ? emails : emails.toReversed())
            return 'held'
          }),
        )
        expect(new Set(outcomes)).toEqual(new Set(['held']))
      })

      test('shows work that waited for a lock what was committed meanwhile, also if it had read before', async ({
        transact,
      }) => {
        const owner = anAccount()
        await committed(transact, ({ accounts }) => accounts.insert(owner))
        const counts = await concurrently(20, () =>
          committed(transact, async ({ keys, lockAccount }) => {
            await keys.countActive(owner.id)
            await lockAccount(owner.id)
            const count = await keys.countActive(owner.id)
            await keys.insert(aKey(owner), newDigest())
            return count
          }),
        )
        expect(counts.toSorted((left, right) => left - right)).toEqual(
          counts.map((_, position) => position),
        )
      })

      test('returns the account as the previous holder of the lock left it', async ({
        transact,
      }) => {
        const account = anAccount({ passwordEpoch: 0 })
        await committed(transact, ({ accounts }) => accounts.insert(account))
        const epochs = await concurrently(20, () =>
          committed(transact, async ({ accounts, lockAccount }) => {
            const { passwordEpoch } = (await lockAccount(account.id))!
            await accounts.update({ ...account, passwordEpoch: passwordEpoch + 1 })
            return passwordEpoch
          }),
        )
        expect(epochs.toSorted((left, right) => left - right)).toEqual(
          epochs.map((_, position) => position),
        )
      })
    })
  })
}

const digestOfChallenge = newDigest()
const rowsEverywhere = 11

/** Writes one row into every store. */
async function writeEverywhere(stores: Stores, account: Account) {
  const { accounts, audit, documents, groups, keys, searchIndex } = stores
  await accounts.insert(account)
  await stores.sessions.insert(aSession(account, await stores.now()))
  await stores.challenges.insert(aChallenge(account, await stores.now()), digestOfChallenge)
  await stores.recoveryCodes.replace(account.id, ['a hash'])
  await stores.settings.update({ mfaRequiredRoles: [] })
  await groups.insert(aGroup())
  await groups.addMember(aGroup().slug, account.id)
  await keys.insert(aKey(account), newDigest())
  await stores.invitations.insert([anInvitation()])
  const [document] = await documents.upsert([aDocument()], newId)
  await searchIndex.replace([
    {
      id: document!.id,
      title: 'Printers',
      externalId: 'page',
      chunks: [{ heading: '', text: '' }],
    },
  ])
  await audit.append(anAuditEntry())
}

/** The number of rows of the account in all stores. */
async function countEverywhere(stores: Stores, account: Account) {
  const { accounts, audit, groups, keys, sources } = stores
  const found = [
    (await accounts.find(account.id)) === null ? 0 : 1,
    (await groups.listByMember(account.id)).length,
    (await groups.list()).length,
    await keys.countActive(account.id),
    (await sources.listCounts(null)).length,
    (await audit.list(anyEntry, { after: null, limit: 10 })).length,
    (await stores.sessions.listByUser(account.id, { after: null, limit: 100 })).length,
    (await stores.invitations.list(anyInvitation, { after: null, limit: 10 })).length,
    (await stores.challenges.find(digestOfChallenge)) === null ? 0 : 1,
    (await stores.recoveryCodes.listUnused(account.id)).length,
    (await stores.settings.read()).mfaRequiredRoles.length === 0 ? 1 : 0,
  ]
  return found.reduce((sum, count) => sum + count)
}

/** What each lock protects: whether there is an account, or an Owner. */
const guarded = {
  'R49 waits for another transaction that locked the bootstrap': async ({
    accounts,
    lockBootstrap,
  }: Stores) => {
    await lockBootstrap()
    return !(await accounts.isEmpty())
  },
  'R50 waits for another transaction that locked the Owners': async ({
    accounts,
    lockOwners,
  }: Stores) => {
    await lockOwners()
    return (await accounts.countActiveOwners()) > 0
  },
}

function waits(test: WorldTest<World>, countWaiting: () => Promise<number>) {
  for (const [guarantee, isThereOne] of Object.entries(guarded)) {
    test(`${guarantee}, and sees what that one committed`, async ({ transact }) => {
      const [isHeld, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = committed(transact, async (stores) => {
        const found = await isThereOne(stores)
        await stores.accounts.insert(anAccount({ role: 'Owner' }))
        isHeld.resolve()
        await mayCommit.promise
        return found
      })
      await isHeld.promise
      let isOver = false
      const second = committed(transact, isThereOne).finally(() => (isOver = true))
      await expect
        .poll(async () => isOver || (await countWaiting()) > 0, { interval: 5 })
        .toBe(true)
      mayCommit.resolve()
      expect([await first, await second]).toEqual([false, true])
    })
  }
}
