import { describe, expect } from 'vitest'
import type { Account } from '../../../model/accounts/account.ts'
import type { ReuseEntry, SessionRotation } from '../../../ports/credentials/session-rotation.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { rotationGraceMax, type Session, type SessionId } from '../../../model/sessions/session.ts'
import type { IdentitySource } from '../../../model/identities/identity.ts'
import {
  anAccount,
  anAuditEntry,
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
  type Aging,
  type Closable,
  type Halting,
  type SuiteOptions,
  describeRaces,
} from '../contract-suite.ts'

type World = Closable &
  Aging &
  Halting & { readonly sessionRotation: SessionRotation; readonly transact: Transact }

const day = 86_400_000
/** Within the ten seconds, with a margin for a slow machine. */
const withinGrace = 5_000
const afterGrace = 10_000
const ended = { kind: 'ended' }

/** Every field differs from its default. */
const reuseEntry: ReuseEntry = {
  actorId: null,
  via: 'web',
  action: 'session.reuse',
  outcome: 'failure',
  sessionId: 'a session',
  keyId: null,
  address: '2001:db8::9',
  requestId: 'a request',
  meta: { note: 'a note' },
}

/** What every `SessionRotation` must do. `open` returns a fresh, empty world for each test. */
export function sessionRotationContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`SessionRotation contract: ${name}${racesNote(options)}`, () => {
    describe('rotation', () => {
      test('R37 rotates the newest token and returns its one successor, with account, role and remember-me', async (world) => {
        for (const rememberMe of [false, true]) {
          const { account, rotate } = await opened(world, { rememberMe })
          const live = {
            userId: account.id,
            role: 'Admin',
            email: account.email,
            name: account.name,
            rememberMe,
          }
          expect(await rotate(1)).toEqual({ kind: 'rotated', generation: 2, ...live })
          expect(await rotate(2)).toEqual({ kind: 'rotated', generation: 3, ...live })
        }
      })

      test('stores device, address and time of the latest rotation, and changes nothing else', async (world) => {
        const { session, rotate, find } = await opened(world)
        await world.age(day)
        const before = await committed(world.transact, (stores) => stores.now())
        const old = await find()
        await rotate(1)
        const after = await committed(world.transact, (stores) => stores.now())
        const rotated = await find()
        expect(rotated).toEqual({
          ...old,
          generation: 2,
          device: 'Safari on iPhone',
          address: '2001:db8::9',
          rotatedAt: expect.any(Date) as Date,
          lastActiveAt: expect.any(Date) as Date,
          expiresAt: expect.any(Date) as Date,
        })
        expect(rotated?.id).toBe(session.id)
        // A statement may read the clock for each of them, between these two moments.
        const times = [before, rotated?.rotatedAt, rotated?.lastActiveAt, after].map(Number)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      })

      test('R37 returns the same successor for a token just rotated, however often it comes, and rotates nothing', async (world) => {
        const { rotate, find, live } = await opened(world)
        await rotate(1)
        const rotated = await find()
        expect(await rotate(1)).toEqual({ kind: 'grace', generation: 2, ...live })
        await world.age(withinGrace)
        expect(await rotate(1)).toEqual({ kind: 'grace', generation: 2, ...live })
        expect((await find())?.generation).toBe(rotated?.generation)
        expect(await rotate(2)).toMatchObject({ kind: 'rotated', generation: 3 })
      })

      test('R40 starts the grace window at the rotation of the token, and never extends it', async (world) => {
        const { rotate } = await opened(world)
        await world.age(day)
        await rotate(1)
        await world.age(withinGrace)
        await rotate(2)
        await world.age(withinGrace)
        expect(await rotate(2)).toMatchObject({ kind: 'grace', generation: 3 })
        await world.age(afterGrace - withinGrace)
        expect(await rotate(2)).toMatchObject({ kind: 'reused' })
      })

      test('R37 returns the newest token for every token within its grace window, as tabs that share a cookie need', async (world) => {
        const { rotate, find, live } = await opened(world)
        await world.age(day)
        for (const generation of [1, 2, 3]) await rotate(generation)
        for (const generation of [1, 2, 3])
          expect(await rotate(generation)).toEqual({ kind: 'grace', generation: 4, ...live })
        expect((await find())?.generation).toBe(4)
      })

      test('R40 counts the grace window of each token from its own rotation, despite later rotations', async (world) => {
        const { rotate } = await opened(world)
        await rotate(1)
        await world.age(withinGrace)
        await rotate(2)
        expect(await rotate(1)).toMatchObject({ kind: 'grace', generation: 3 })
        await world.age(afterGrace - withinGrace)
        expect(await rotate(2)).toMatchObject({ kind: 'grace', generation: 3 })
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
      })

      test('returns the current role', async (world) => {
        const { account, rotate } = await opened(world)
        await committed(world.transact, ({ accounts }) =>
          accounts.update({ ...account, role: 'Member' }),
        )
        expect(await rotate(1)).toMatchObject({ kind: 'rotated', role: 'Member' })
        expect(await rotate(1)).toMatchObject({ kind: 'grace', role: 'Member' })
      })
    })
    describe('reuse', () => {
      test('R38 R40 deletes the family when a rotated token comes after its grace window, permanently', async (world) => {
        const { account, rotate, find } = await opened(world)
        await rotate(1)
        await world.age(afterGrace)
        expect(await rotate(1)).toEqual({ kind: 'reused', userId: account.id })
        expect(await find()).toBeNull()
        for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
      })

      test('R38 R62 stores the audit entry with the deletion, for the account of the session, and no entry otherwise', async (world) => {
        const { account, rotate } = await opened(world)
        await rotate(1)
        await rotate(1)
        await rotate(7)
        expect(await audited(world)).toEqual([])
        await world.age(afterGrace)
        await rotate(1)
        await rotate(1)
        expect(await audited(world)).toMatchObject([
          anAuditEntry({ ...reuseEntry, target: `user:${account.id}` }),
        ])
      })

      test('R38 R147 revokes the link code of a person whose refresh token was reused, and of no other', async (world) => {
        const [{ account, rotate }, other] = [await opened(world), await opened(world)]
        const people = [account, other.account].map((person) => ({
          ...person,
          digest: newDigest(),
        }))
        await committed(world.transact, async ({ linkCodes, now }) => {
          const expiresAt = new Date((await now()).getTime() + day)
          for (const { id, digest } of people)
            await linkCodes.replace(id, { digest, source: null, expiresAt })
        })
        await rotate(1)
        await world.age(afterGrace)
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
        const left = await committed(world.transact, async ({ linkCodes }) => {
          const owners = []
          for (const { digest } of people)
            owners.push(await linkCodes.consume(digest, 'helpdesk' as IdentitySource))
          return owners
        })
        expect(left).toEqual([null, other.account.id])
      })

      test('R38 detects reuse after `rotationGraceMax` further rotations, however recent', async (world) => {
        const { account, rotate, find } = await opened(world)
        const newest = rotationGraceMax + 2
        for (let generation = 1; generation < newest; generation += 1) await rotate(generation)
        expect(await rotate(2)).toMatchObject({ kind: 'grace', generation: newest })
        expect(await rotate(1)).toEqual({ kind: 'reused', userId: account.id })
        expect([await find(), await rotate(newest)]).toEqual([null, ended])
      })

      test('R38 recognises the first token of a family for as long as the family exists', async (world) => {
        const { rotate } = await opened(world)
        await rotate(1)
        await world.age(29 * day)
        await rotate(2)
        await world.age(29 * day)
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
      })

      test('R38 leaves all other families alone, also of the same person', async (world) => {
        const stolen = await opened(world)
        const [same, other] = [await opened(world, {}, stolen.account), await opened(world)]
        for (const { rotate } of [stolen, same, other]) await rotate(1)
        await world.age(afterGrace)
        expect(await stolen.rotate(1)).toMatchObject({ kind: 'reused' })
        for (const { rotate } of [same, other])
          expect(await rotate(2)).toMatchObject({ kind: 'rotated', generation: 3 })
      })
    })
    describe('outages', () => {
      test('R37 R40 does not count time in which every server was down towards the grace window', async (world) => {
        const { rotate, live } = await opened(world)
        await rotate(1)
        await world.halt(day)
        expect(await rotate(1)).toEqual({ kind: 'grace', generation: 2, ...live })
        await world.age(withinGrace)
        await world.halt(day)
        expect(await rotate(1)).toMatchObject({ kind: 'grace' })
        await world.age(afterGrace - withinGrace)
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
      })

      test('R38 R40 detects reuse of a token whose grace window ended before the servers went down', async (world) => {
        const { rotate, find } = await opened(world)
        await rotate(1)
        await world.age(afterGrace)
        await world.halt(day)
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
        expect(await find()).toBeNull()
      })

      test('R40 gives a token no extra time for an outage before its rotation', async (world) => {
        const { rotate } = await opened(world)
        await world.halt(day)
        await rotate(1)
        await world.age(afterGrace)
        expect(await rotate(1)).toMatchObject({ kind: 'reused' })
      })

      test('R37 accepts an earlier rotation of an outage after another one followed', async (world) => {
        const { rotate } = await opened(world)
        await rotate(1)
        await world.halt(60_000)
        await rotate(2)
        expect(await rotate(1)).toMatchObject({ kind: 'grace', generation: 3 })
      })
    })
    describe('lifetimes', () => {
      test('R41 extends a session to 30 days after each refresh', async (world) => {
        const { rotate } = await opened(world)
        await world.age(29 * day)
        expect(await rotate(1)).toMatchObject({ kind: 'rotated' })
        await world.age(29 * day)
        expect(await rotate(2)).toMatchObject({ kind: 'rotated' })
        await world.age(30 * day)
        expect(await rotate(3)).toEqual(ended)
      })

      test('R41 ends a session after 30 days without a refresh', async (world) => {
        const { rotate } = await opened(world)
        await world.age(30 * day)
        expect(await rotate(1)).toEqual(ended)
      })

      test('R41 ends a session 90 days after its start, however often it is refreshed', async (world) => {
        const { rotate, find } = await opened(world)
        for (let generation = 1; generation <= 89; generation += 1) {
          await world.age(day)
          expect(await rotate(generation)).toMatchObject({ kind: 'rotated' })
        }
        const last = await find()
        expect(last!.expiresAt.getTime() - last!.createdAt.getTime()).toBe(90 * day)
        await world.age(day)
        expect(await rotate(90)).toEqual(ended)
        expect(await rotate(89)).toEqual(ended)
      })
    })
    describe('end', () => {
      test('returns `ended` for an unknown session, and for a generation that was never issued', async (world) => {
        const { rotate, session } = await opened(world)
        const unknown = { ...session, sessionId: newId() as SessionId, reuseEntry }
        expect(await world.sessionRotation.rotate(unknown)).toEqual(ended)
        expect(await rotate(2)).toEqual(ended)
        expect(await rotate(1)).toMatchObject({ kind: 'rotated' })
      })

      test('R42 returns `ended` for the session of a deactivated account, with the newest token and a rotated one', async (world) => {
        const { account, rotate } = await opened(world)
        await rotate(1)
        await committed(world.transact, ({ accounts }) =>
          accounts.update({ ...account, status: 'deactivated' }),
        )
        expect([await rotate(2), await rotate(1)]).toEqual([ended, ended])
        await world.age(afterGrace)
        expect(await rotate(1)).toEqual(ended)
      })

      test('R42 returns `ended` from the next call on, also within the grace window', async (world) => {
        const { rotate, end } = await opened(world)
        await rotate(1)
        expect(await end()).toBe(true)
        expect([await rotate(1), await rotate(2)]).toEqual([ended, ended])
      })
    })
    describeRaces(options, () => {
      test('R37 rotates once for twenty concurrent requests with one token, and gives all the same successor', async (world) => {
        const { rotate, find, live } = await opened(world)
        for (const generation of [1, 2, 3]) {
          const answers = await concurrently(20, () => rotate(generation))
          const kinds = answers.map(({ kind }) => kind)
          expect([
            kinds.filter((kind) => kind === 'rotated').length,
            kinds.filter((kind) => kind === 'grace').length,
          ]).toEqual([1, 19])
          for (const answer of answers)
            expect(answer).toEqual({ kind: answer.kind, generation: generation + 1, ...live })
          expect((await find())?.generation).toBe(generation + 1)
        }
      })

      test('R37 never mistakes crossing requests for reuse when tabs that share a cookie refresh concurrently', async (world) => {
        const { rotate } = await opened(world)
        let cookie = 1
        const kinds = await concurrently(6, async () => {
          const answers = []
          for (let count = 0; count < 5; count += 1) {
            const answer = await rotate(cookie)
            if (answer.kind === 'rotated' || answer.kind === 'grace') cookie = answer.generation
            answers.push(answer.kind)
          }
          return answers
        })
        expect(new Set(kinds.flat())).toEqual(new Set(['rotated', 'grace']))
      })

      test('R38 leaves nothing of a family when twenty reuse it concurrently, the newest token among them', async (world) => {
        const { rotate, find } = await opened(world)
        await rotate(1)
        await world.age(afterGrace)
        await concurrently(20, (position) => rotate(position === 10 ? 2 : 1))
        expect(await find()).toBeNull()
        for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
      })

      test('R38 R62 reports one of twenty concurrent reuses, and audits it once', async (world) => {
        for (let round = 0; round < 3; round += 1) {
          const { account, rotate } = await opened(world)
          await rotate(1)
          await world.age(afterGrace)
          const kinds = (await concurrently(20, () => rotate(1))).map(({ kind }) => kind)
          expect(kinds.toSorted()).toEqual([...Array<string>(19).fill('ended'), 'reused'])
          const targets = (await audited(world)).map(({ target }) => target)
          expect(targets.filter((target) => target === `user:${account.id}`)).toHaveLength(1)
        }
      })

      test('R42 ends a session despite concurrent refreshes', async (world) => {
        for (let round = 0; round < 5; round += 1) {
          const { rotate, end } = await opened(world)
          await concurrently<unknown>(20, (position) => (position === 10 ? end() : rotate(1)))
          for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
        }
      })
    })
  })
}

const audited = ({ transact }: World) =>
  committed(transact, ({ audit }) => audit.list(anyEntry, { after: null, limit: 100 }))

/** A session of the account, new by default, and its tokens by generation. */
async function opened(
  { sessionRotation, transact }: World,
  overrides: Partial<Session> = {},
  owner: Account | null = null,
) {
  const account = owner ?? anAccount({ role: 'Admin' })
  const session = await committed(transact, async (stores) => {
    const created = aSession(account, await stores.now(), overrides)
    if (owner === null) await stores.accounts.insert(account)
    await stores.sessions.insert(created)
    return created
  })
  const { id: sessionId } = session
  return {
    account,
    session,
    rotate: (generation: number) =>
      sessionRotation.rotate({
        sessionId,
        generation,
        device: 'Safari on iPhone',
        address: '2001:db8::9',
        reuseEntry,
      }),
    find: () => committed(transact, (stores) => stores.sessions.find(sessionId)),
    end: () => committed(transact, (stores) => stores.sessions.end(account.id, sessionId)),
    live: {
      userId: account.id,
      role: account.role,
      email: account.email,
      name: account.name,
      rememberMe: session.rememberMe,
    },
  }
}
