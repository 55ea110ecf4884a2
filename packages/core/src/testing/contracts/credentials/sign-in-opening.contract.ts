import { describe, expect } from 'vitest'
import { roles, type Account } from '../../../model/accounts/account.ts'
import {
  sessionSlidingSeconds,
  type Session,
  type SessionId,
} from '../../../model/sessions/session.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import { nextStage } from '../../../sign-in-flow/sign-in-flow.ts'
import { anyEntry, aDate, anAccount, aSession, newId } from '../../builders/builders.ts'
import { committed, type WorldTest } from '../contract-suite.ts'
import {
  aClient,
  anOpening,
  attempt,
  beginAll,
  failuresOf,
  inserted,
  unreachedLimit,
  type SignInWorld as World,
} from '../../builders/sign-in-world.ts'

const find = ({ transact }: World, id: SessionId) =>
  committed(transact, ({ sessions }) => sessions.find(id))
const audited = ({ transact }: World) =>
  committed(transact, ({ audit }) => audit.list(anyEntry, { after: null, limit: 100 }))

/** A live session of the account. */
async function aLiveSession(world: World, account: Account): Promise<Session> {
  return committed(world.transact, async ({ now, sessions }) => {
    const session = aSession(account, await now())
    await sessions.insert(session)
    return session
  })
}

/** What `SignInAttempts` promises about opening a session. */
export function signInOpeningContract(test: WorldTest<World>): void {
  describe('opening', () => {
    test('opens the session, records the sign-in on the account and audits it, by database time', async (world) => {
      const account = await inserted(world, { mfaSecret: 'of an enrolment that waits' })
      const opening = anOpening(account)
      const before = await committed(world.transact, (stores) => stores.now())
      const signedIn = await world.signInAttempts.openSession(opening)
      const session = await find(world, opening.session.id)
      const openedAt = session!.createdAt
      expect(session).toEqual({
        ...opening.session,
        generation: 1,
        rotatedAt: openedAt,
        createdAt: openedAt,
        lastActiveAt: openedAt,
        expiresAt: new Date(openedAt.getTime() + sessionSlidingSeconds * 1_000),
      })
      expect(openedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(signedIn).toEqual({ ...account, lastSignInAt: openedAt })
      expect(await committed(world.transact, ({ accounts }) => accounts.find(account.id))).toEqual(
        signedIn,
      )
      const { actorId, action, target, outcome, sessionId, keyId, address, requestId, via, meta } =
        (await audited(world))[0]!
      expect({
        actorId,
        action,
        target,
        outcome,
        sessionId,
        keyId,
        address,
        requestId,
        via,
        meta,
      }).toEqual(opening.entry)
    })

    test('R32 ends the previous session of the account, and no other', async (world) => {
      const account = await inserted(world)
      const [previous, kept] = [
        await aLiveSession(world, account),
        await aLiveSession(world, account),
      ]
      const opening = anOpening(account, { previous: previous.id })
      expect(await world.signInAttempts.openSession(opening)).not.toBeNull()
      expect(await find(world, previous.id)).toBeNull()
      for (const id of [kept.id, opening.session.id]) expect(await find(world, id)).not.toBeNull()
      const unknown = { previous: newId() as SessionId }
      expect(await world.signInAttempts.openSession(anOpening(account, unknown))).not.toBeNull()
    })

    test('R21 gives the attempt back, empties the bucket of the account, and leaves all others alone', async (world) => {
      const [account, other] = [await inserted(world), await inserted(world)]
      const client = aClient(unreachedLimit)
      await beginAll(world, 2, attempt(other.email, { client }))
      await beginAll(world, 2, attempt(account.email, { client }))
      const { takenFrom } = await world.signInAttempts.begin(attempt(account.email, { client }))
      await world.signInAttempts.openSession(anOpening(account, { takenFrom }))
      const buckets = [client.bucket, accountBucket(account.id), accountBucket(other.id)]
      expect(await Promise.all(buckets.map((bucket) => failuresOf(world, bucket)))).toEqual([
        4, 0, 2,
      ])
    })
  })
  describe('refusals', () => {
    /** What may change between password and session. */
    const overtaking: { readonly [what: string]: Partial<Account> } = {
      'is deactivated': { status: 'deactivated' },
      'has another password': { passwordEpoch: 2 },
      'has a temporary password': { temporaryPasswordExpiresAt: new Date('2099-01-01T00:00:00Z') },
      'must change the password': { mustChangePassword: true },
      'has a second factor': { mfaSecret: 'secret', mfaEnabledAt: aDate },
      'has a role that requires a second factor': { role: 'Admin' },
    }
    for (const [what, change] of Object.entries(overtaking)) {
      test(`R26 R42 opens nothing and changes nothing for an account that by now ${what}`, async (world) => {
        const account = await inserted(world)
        const previous = await aLiveSession(world, account)
        const { takenFrom } = await world.signInAttempts.begin(attempt(account.email))
        await committed(world.transact, ({ accounts }) =>
          accounts.update({ ...account, ...change }),
        )
        const opening = anOpening(account, { previous: previous.id, takenFrom })
        expect(await world.signInAttempts.openSession(opening)).toBeNull()
        expect(await find(world, opening.session.id)).toBeNull()
        expect(await find(world, previous.id)).toEqual(previous)
        expect(
          await committed(world.transact, ({ accounts }) => accounts.find(account.id)),
        ).toEqual({
          ...account,
          ...change,
        })
        expect([await audited(world), await failuresOf(world, accountBucket(account.id))]).toEqual([
          [],
          1,
        ])
      })
    }

    test('R32 R42 opens nothing and changes nothing if the previous session is of another account', async (world) => {
      const [account, other] = [await inserted(world), await inserted(world)]
      const previous = await aLiveSession(world, other)
      const opening = anOpening(account, { previous: previous.id })
      expect(await world.signInAttempts.openSession(opening)).toBeNull()
      expect(await find(world, opening.session.id)).toBeNull()
      expect(await find(world, previous.id)).toEqual(previous)
    })

    test('R26 R42 opens nothing for an account that by now has another address', async (world) => {
      const account = await inserted(world)
      const email = `other-${account.email}` as Account['email']
      await committed(world.transact, ({ accounts }) => accounts.changeEmail(account.id, email))
      const opening = anOpening(account)
      expect(await world.signInAttempts.openSession(opening)).toBeNull()
      expect(await find(world, opening.session.id)).toBeNull()
    })

    test('opens nothing for a deleted account', async ({ signInAttempts }) => {
      expect(await signInAttempts.openSession(anOpening(anAccount()))).toBeNull()
    })

    test('R30 opens a session only if no step is left by the current settings', async (world) => {
      for (const mfaRequiredRoles of [[], ['Owner', 'Admin'], roles] as const) {
        await committed(world.transact, ({ settings }) => settings.update({ mfaRequiredRoles }))
        for (const role of roles) {
          for (const mfaEnabledAt of [null, aDate]) {
            for (const mustChangePassword of [false, true]) {
              const account = await inserted(world, { role, mfaEnabledAt, mustChangePassword })
              const isLast = nextStage(account, { mfaRequiredRoles }, false) === null
              expect((await world.signInAttempts.openSession(anOpening(account))) !== null).toBe(
                isLast,
              )
            }
          }
        }
      }
    })
  })
}
