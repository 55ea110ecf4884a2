import { describe, expect } from 'vitest'
import type { Account } from '../../../model/accounts/account.ts'
import type { SessionRotation } from '../../../ports/credentials/session-rotation.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { rotationGraceMax, type Session, type SessionId } from '../../../model/sessions/session.ts'
import { anAccount, aSession, newId } from '../../builders/builders.ts'
import {
  atOnce,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type Halting,
  type SuiteOptions,
  type WorldTest,
} from '../contract-suite.ts'

type World = Closable & Aging & Halting & { readonly sessionRotation: SessionRotation; readonly transact: Transact }

const day = 86_400_000
/** Far enough within the ten seconds for a slow machine. */
const withinGrace = 5_000
const afterGrace = 10_000
const ended = { kind: 'ended' }

/** What every `SessionRotation` must do. `open` gives a fresh, empty world for each test. */
export function sessionRotationContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`SessionRotation contract: ${name}${racesNote(options)}`, () => {
    rotation(test)
    reuse(test)
    outages(test)
    lifetimes(test)
    ending(test)
    if (options.races ?? true) races(test)
  })
}

/** A session of a new account, or of this one, and its tokens by generation. */
async function opened({ sessionRotation, transact }: World, overrides: Partial<Session> = {}, owner: Account | null = null) {
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
      sessionRotation.rotate({ sessionId, generation, device: 'Safari on iPhone', address: '2001:db8::9' }),
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

function rotation(test: WorldTest<World>) {
  test('R37 rotates the newest token and names its one successor, with user, role and remember-me', async (world) => {
    for (const rememberMe of [false, true]) {
      const { account, rotate } = await opened(world, { rememberMe })
      const live = { userId: account.id, role: 'Admin', email: account.email, name: account.name, rememberMe }
      expect(await rotate(1)).toEqual({ kind: 'rotated', generation: 2, ...live })
      expect(await rotate(2)).toEqual({ kind: 'rotated', generation: 3, ...live })
    }
  })

  test('keeps device, address and time of the latest rotation, and nothing else changes', async (world) => {
    const { session, rotate, find } = await opened(world)
    await world.age(day)
    const before = await committed(world.transact, (stores) => stores.now())
    const old = await find()
    await rotate(1)
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
    expect(rotated?.rotatedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(rotated?.lastActiveAt).toEqual(rotated?.rotatedAt)
  })

  test('R37 answers a token just rotated with the same successor, as often as it comes, and rotates nothing', async (world) => {
    const { rotate, find, live } = await opened(world)
    await rotate(1)
    const rotated = await find()
    expect(await rotate(1)).toEqual({ kind: 'grace', generation: 2, ...live })
    await world.age(withinGrace)
    expect(await rotate(1)).toEqual({ kind: 'grace', generation: 2, ...live })
    expect((await find())?.generation).toBe(rotated?.generation)
    expect(await rotate(2)).toMatchObject({ kind: 'rotated', generation: 3 })
  })

  test('R40 counts the grace window from the rotation that replaced the token, and never extends it', async (world) => {
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

  test('R37 answers every token that was rotated within the grace window with the newest, as tabs that share a cookie need', async (world) => {
    const { rotate, find, live } = await opened(world)
    await world.age(day)
    for (const generation of [1, 2, 3]) await rotate(generation)
    for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual({ kind: 'grace', generation: 4, ...live })
    expect((await find())?.generation).toBe(4)
  })

  test('R40 counts the grace window of each token from its own rotation, whatever followed', async (world) => {
    const { rotate } = await opened(world)
    await rotate(1)
    await world.age(withinGrace)
    await rotate(2)
    expect(await rotate(1)).toMatchObject({ kind: 'grace', generation: 3 })
    await world.age(afterGrace - withinGrace)
    expect(await rotate(2)).toMatchObject({ kind: 'grace', generation: 3 })
    expect(await rotate(1)).toMatchObject({ kind: 'reused' })
  })

  test('names the role of this moment', async (world) => {
    const { account, rotate } = await opened(world)
    await committed(world.transact, ({ accounts }) => accounts.update({ ...account, role: 'Member' }))
    expect(await rotate(1)).toMatchObject({ kind: 'rotated', role: 'Member' })
    expect(await rotate(1)).toMatchObject({ kind: 'grace', role: 'Member' })
  })
}

function reuse(test: WorldTest<World>) {
  test('R38 R40 deletes the family when a rotated token comes after its grace window, and it stays deleted', async (world) => {
    const { account, rotate, find } = await opened(world)
    await rotate(1)
    await world.age(afterGrace)
    expect(await rotate(1)).toEqual({ kind: 'reused', userId: account.id })
    expect(await find()).toBeNull()
    for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
  })

  test('R38 takes a token for reuse after so many rotations, however young', async (world) => {
    const { account, rotate, find } = await opened(world)
    const newest = rotationGraceMax + 2
    for (let generation = 1; generation < newest; generation += 1) await rotate(generation)
    expect(await rotate(2)).toMatchObject({ kind: 'grace', generation: newest })
    expect(await rotate(1)).toEqual({ kind: 'reused', userId: account.id })
    expect([await find(), await rotate(newest)]).toEqual([null, ended])
  })

  test('R38 recognises the first token of a family for as long as the family lives', async (world) => {
    const { rotate } = await opened(world)
    await rotate(1)
    await world.age(29 * day)
    await rotate(2)
    await world.age(29 * day)
    expect(await rotate(1)).toMatchObject({ kind: 'reused' })
  })

  test('R38 leaves every other family alone, also of the same person', async (world) => {
    const stolen = await opened(world)
    const [same, other] = [await opened(world, {}, stolen.account), await opened(world)]
    for (const { rotate } of [stolen, same, other]) await rotate(1)
    await world.age(afterGrace)
    expect(await stolen.rotate(1)).toMatchObject({ kind: 'reused' })
    for (const { rotate } of [same, other]) expect(await rotate(2)).toMatchObject({ kind: 'rotated', generation: 3 })
  })
}

function outages(test: WorldTest<World>) {
  test('R37 R40 counts in the grace window no time in which every server was down', async (world) => {
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

  test('R38 R40 takes a token for reuse whose grace window was over before the servers went down', async (world) => {
    const { rotate, find } = await opened(world)
    await rotate(1)
    await world.age(afterGrace)
    await world.halt(day)
    expect(await rotate(1)).toMatchObject({ kind: 'reused' })
    expect(await find()).toBeNull()
  })

  test('R40 gives a token no time for an outage before it was replaced', async (world) => {
    const { rotate } = await opened(world)
    await world.halt(day)
    await rotate(1)
    await world.age(afterGrace)
    expect(await rotate(1)).toMatchObject({ kind: 'reused' })
  })

  test('R37 remembers an earlier rotation of an outage, though another followed it', async (world) => {
    const { rotate } = await opened(world)
    await rotate(1)
    await world.halt(60_000)
    await rotate(2)
    expect(await rotate(1)).toMatchObject({ kind: 'grace', generation: 3 })
  })
}

function lifetimes(test: WorldTest<World>) {
  test('R41 lets a session live for 30 days after each refresh', async (world) => {
    const { rotate } = await opened(world)
    await world.age(29 * day)
    expect(await rotate(1)).toMatchObject({ kind: 'rotated' })
    await world.age(29 * day)
    expect(await rotate(2)).toMatchObject({ kind: 'rotated' })
    await world.age(30 * day)
    expect(await rotate(3)).toEqual(ended)
  })

  test('R41 ends a session that is never refreshed after 30 days', async (world) => {
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
}

function ending(test: WorldTest<World>) {
  test('finds ended what never was, and a generation that nobody was given', async (world) => {
    const { rotate, session } = await opened(world)
    const unknown = { ...session, sessionId: newId() as SessionId }
    expect(await world.sessionRotation.rotate(unknown)).toEqual(ended)
    expect(await rotate(2)).toEqual(ended)
    expect(await rotate(1)).toMatchObject({ kind: 'rotated' })
  })

  test('R42 finds ended the session of a deactivated account, newest token and rotated one', async (world) => {
    const { account, rotate } = await opened(world)
    await rotate(1)
    await committed(world.transact, ({ accounts }) => accounts.update({ ...account, status: 'deactivated' }))
    expect([await rotate(2), await rotate(1)]).toEqual([ended, ended])
    await world.age(afterGrace)
    expect(await rotate(1)).toEqual(ended)
  })

  test('R42 finds a session ended from the very next call on, also inside the grace window', async (world) => {
    const { rotate, end } = await opened(world)
    await rotate(1)
    expect(await end()).toBe(true)
    expect([await rotate(1), await rotate(2)]).toEqual([ended, ended])
  })
}

function races(test: WorldTest<World>) {
  test('R37 rotates once for twenty requests at once with one token, and gives all the same successor', async (world) => {
    const { rotate, find, live } = await opened(world)
    for (const generation of [1, 2, 3]) {
      const answers = await atOnce(20, () => rotate(generation))
      const kinds = answers.map(({ kind }) => kind)
      expect([kinds.filter((kind) => kind === 'rotated').length, kinds.filter((kind) => kind === 'grace').length]).toEqual([
        1, 19,
      ])
      for (const answer of answers) expect(answer).toEqual({ kind: answer.kind, generation: generation + 1, ...live })
      expect((await find())?.generation).toBe(generation + 1)
    }
  })

  test('R37 takes no crossing requests for reuse, though tabs that share a cookie refresh at once again and again', async (world) => {
    const { rotate } = await opened(world)
    let cookie = 1
    const kinds = await atOnce(6, async () => {
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

  test('R38 leaves nothing of a family that twenty reuse at once, with the newest token among them', async (world) => {
    const { rotate, find } = await opened(world)
    await rotate(1)
    await world.age(afterGrace)
    await atOnce(20, (position) => rotate(position === 10 ? 2 : 1))
    expect(await find()).toBeNull()
    for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
  })

  test('R42 lets an end beat every refresh that races with it', async (world) => {
    for (let round = 0; round < 5; round += 1) {
      const { rotate, end } = await opened(world)
      await atOnce<unknown>(20, (position) => (position === 10 ? end() : rotate(1)))
      for (const generation of [1, 2, 3]) expect(await rotate(generation)).toEqual(ended)
    }
  })
}
