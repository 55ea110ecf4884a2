import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import type { Session, SessionId } from '../../../../model/sessions/session.ts'
import { anAccount, aSession, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type Signing,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & Aging & Signing & { readonly transact: Transact }

/** What every `SessionStore` must do. `open` returns a fresh, empty world for each test. */
export function sessionStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`SessionStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and returns null for an unknown id', async ({
        transact,
      }) => {
        const full: Partial<Session> = {
          generation: 2_147_483_647,
          rotatedAt: new Date('2030-01-02T03:04:05.006Z'),
          createdAt: new Date('1999-12-31T23:59:59.999Z'),
          expiresAt: new Date('2099-01-19T03:14:08.001Z'),
          device: 'Zoë\'s "phone" \\ 🙂',
          address: '2001:db8::1',
          lastActiveAt: new Date('2030-01-02T03:04:05.999Z'),
          rememberMe: true,
        }
        const { sessions } = await sessionsOf(transact, [full, { address: null, device: '' }])
        for (const session of sessions) expect(await find(transact, session.id)).toEqual(session)
        expect(await find(transact, newId() as SessionId)).toBeNull()
      })

      test('R41 treats an expired session as missing in every method, from the exact instant', async ({
        transact,
      }) => {
        const now = await committed(transact, (stores) => stores.now())
        const { owner, sessions } = await sessionsOf(transact, [
          { expiresAt: now },
          { expiresAt: new Date(now.getTime() - 1) },
        ])
        expect(await list(transact, owner)).toEqual([])
        for (const { id } of sessions) expect(await find(transact, id)).toBeNull()
        const ended = await committed(transact, async (stores) => [
          await stores.sessions.end(owner.id, sessions[0]!.id),
          await stores.sessions.endAll(owner.id, null),
        ])
        expect(ended).toEqual([false, 0])
      })
    })
    describe('secrets', () => {
      test('R83 counts the sessions with a token possibly signed by an older secret, until they are refreshed or end', async (world) => {
        const account = anAccount()
        const begin = (insertAccount = false) =>
          committed(world.transact, async (stores) => {
            if (insertAccount) await stores.accounts.insert(account)
            await stores.sessions.insert(aSession(account, await stores.now()))
          })
        const count = (older: readonly string[] = ['old']) =>
          committed(world.transact, ({ sessions }) => sessions.countSignedBy(older, 'new'))
        await world.signWith('old')
        await begin(true)
        await begin()
        await world.age(2 * minute)
        await world.signWith('new')
        expect([
          await count(),
          await count(['unheard-of']),
          await count(['old', 'unheard-of']),
          await count([]),
        ]).toEqual([2, 2, 2, 0])
        await world.age(2 * minute)
        await begin()
        expect([await count(), await count(['unheard-of'])]).toEqual([2, 2])
        await world.age(29 * 24 * 60 * minute)
        expect(await count()).toBe(2)
        await world.age(24 * 60 * minute)
        expect(await count()).toBe(0)
      })
    })
    describe('signing', () => {
      test('R83 lists the secrets that servers signed with in the last 15 seconds', async (world) => {
        const list = () => committed(world.transact, ({ sessions }) => sessions.listSigning())
        expect(await list()).toEqual([])
        await world.signWith('old')
        await world.age(10_000)
        await world.signWith('new')
        expect(await list()).toEqual(['new', 'old'])
        await world.age(10_000)
        expect(await list()).toEqual(['new'])
      })
    })
    describe('lists', () => {
      test("R47 lists an account's own sessions, latest activity first", async ({ transact }) => {
        const [first, second, third] = [1, 2, 3].map((day) => new Date(Date.UTC(2030, 0, day)))
        const { owner, sessions } = await sessionsOf(transact, [
          { lastActiveAt: second! },
          { lastActiveAt: third!, createdAt: first! },
          { lastActiveAt: first!, createdAt: third! },
        ])
        await sessionsOf(transact, [{}])
        expect(await list(transact, owner)).toEqual([sessions[1], sessions[0], sessions[2]])
        expect(await list(transact, anAccount())).toEqual([])
      })

      test('lists page by page, also when many were active at the same time, and counts all', async ({
        transact,
      }) => {
        const [earlier, later] = [1, 2].map((day) => new Date(Date.UTC(2030, 0, day, 0, 0, 0, 1)))
        const active = [earlier, later].flatMap((lastActiveAt) =>
          Array.from({ length: 4 }, () => ({ lastActiveAt: lastActiveAt! })),
        )
        const { owner } = await sessionsOf(transact, active)
        const all = await list(transact, owner)
        const paged: Session[] = []
        for (let after = null; paged.length < 8; after = paged.at(-1)!) {
          const page = await committed(transact, ({ sessions }) =>
            sessions.listByUser(owner.id, { after, limit: 3 }),
          )
          expect(page.length).toBeGreaterThan(0)
          paged.push(...page)
        }
        expect(paged).toEqual(all)
        expect(all.map(({ lastActiveAt }) => lastActiveAt)).toEqual([
          later,
          later,
          later,
          later,
          earlier,
          earlier,
          earlier,
          earlier,
        ])
        expect(
          await committed(transact, ({ sessions }) =>
            sessions.listByUser(owner.id, { after: all.at(-1)!, limit: 3 }),
          ),
        ).toEqual([])
        expect(await committed(transact, (stores) => stores.sessions.count(owner.id))).toBe(8)
      })
    })
    describe('end', () => {
      test('ends a session once, and no other', async ({ transact }) => {
        const { owner, sessions } = await sessionsOf(transact, [{}, {}])
        const end = () =>
          committed(transact, (stores) => stores.sessions.end(owner.id, sessions[0]!.id))
        expect([await end(), await end()]).toEqual([true, false])
        expect(await find(transact, sessions[0]!.id)).toBeNull()
        expect(await list(transact, owner)).toEqual([sessions[1]])
      })

      test('R47 ends no session of another account', async ({ transact }) => {
        const [mine, theirs] = [await sessionsOf(transact, [{}]), await sessionsOf(transact, [{}])]
        const foreign = theirs.sessions[0]!
        const end = (id: SessionId) =>
          committed(transact, (stores) => stores.sessions.end(mine.owner.id, id))
        expect([await end(foreign.id), await end(newId() as SessionId)]).toEqual([false, false])
        expect(await find(transact, foreign.id)).toEqual(foreign)
      })

      test('R42 ends all sessions of the account except one, and returns how many', async ({
        transact,
      }) => {
        const [mine, theirs] = [
          await sessionsOf(transact, [{}, {}, {}]),
          await sessionsOf(transact, [{}]),
        ]
        const endAll = (except: SessionId | null) =>
          committed(transact, (stores) => stores.sessions.endAll(mine.owner.id, except))
        expect(await endAll(mine.sessions[1]!.id)).toBe(2)
        expect(await list(transact, mine.owner)).toEqual([mine.sessions[1]])
        expect(await endAll(theirs.sessions[0]!.id)).toBe(1)
        expect([await list(transact, mine.owner), await endAll(null)]).toEqual([[], 0])
        expect(await list(transact, theirs.owner)).toEqual(theirs.sessions)
      })

      test('prunes at most `countMax` expired sessions, and no live one', async ({ transact }) => {
        const now = await committed(transact, (stores) => stores.now())
        const over = { expiresAt: now }
        const { owner, sessions } = await sessionsOf(transact, [
          over,
          {},
          over,
          { expiresAt: new Date(now.getTime() - 1) },
        ])
        const prune = () => committed(transact, (stores) => stores.sessions.prune(2))
        expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0])
        expect(await list(transact, owner)).toEqual([sessions[1]])
        await committed(transact, (stores) => stores.sessions.insert(sessions[0]!))
      })

      test('R42 ends all sessions of the account if none is excepted', async ({ transact }) => {
        const { owner } = await sessionsOf(transact, [{}, {}])
        expect(await committed(transact, (stores) => stores.sessions.endAll(owner.id, null))).toBe(
          2,
        )
        expect(await list(transact, owner)).toEqual([])
      })
    })
    if (options.races ?? true) {
      test('lets only one of twenty concurrent calls end a session', async ({ transact }) => {
        const { owner, sessions } = await sessionsOf(transact, [{}])
        const ended = await concurrently(20, () =>
          committed(transact, (stores) => stores.sessions.end(owner.id, sessions[0]!.id)),
        )
        expect(ended.filter(Boolean)).toHaveLength(1)
      })
    }
  })
}

/** A new account with sessions opened at the database's current time, in this order. */
async function sessionsOf(
  transact: Transact,
  overrides: readonly Partial<Session>[],
): Promise<{ readonly owner: Account; readonly sessions: readonly Session[]; readonly now: Date }> {
  const owner = anAccount()
  return committed(transact, async (stores) => {
    const now = await stores.now()
    const sessions = overrides.map((own) => aSession(owner, now, own))
    await stores.accounts.insert(owner)
    for (const session of sessions) await stores.sessions.insert(session)
    return { owner, sessions, now }
  })
}

const list = (transact: Transact, owner: Account) =>
  committed(transact, ({ sessions }) => sessions.listByUser(owner.id, { after: null, limit: 100 }))
const find = (transact: Transact, id: SessionId) =>
  committed(transact, ({ sessions }) => sessions.find(id))

const minute = 60_000
