import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatMark, TeamChatFault, TeamChatInbox } from '../ports/index.ts'
import { aPostedEvent, memoryPorts, newPostId, type PostFields } from '../testing/index.ts'
import { postAgeSecondsMax } from '../model/team-chat/chat-post.ts'
import { hear } from './hearing.ts'

/** A bot that is listened for by a listener that says what the test says. */
function open(mark: ChatMark | null = null) {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  const inboxes: TeamChatInbox[] = []
  const stopped = vi.fn<() => Promise<void>>(async () => {})
  const teamChatListener: typeof ports.teamChatListener = {
    listen: (_bot, _since, inbox) => {
      inboxes.push(inbox)
      return { stop: stopped }
    },
  }
  let [mayListen, isAway, isReplyLost] = [true, false, false]
  const transact: typeof ports.transact = async (work) => {
    if (isAway) throw new Error('away')
    const outcome = await ports.transact(work)
    if (isReplyLost) throw new Error('The reply to the commit is lost.')
    return outcome
  }
  let gate: Promise<unknown> = Promise.resolve()
  const teamChatHealth: typeof ports.teamChatHealth = {
    ...ports.teamChatHealth,
    async beat(...given) {
      const held = gate
      gate = Promise.resolve()
      await held
      await ports.teamChatHealth.beat(...given)
    },
  }
  const hearing = hear({ ...ports, teamChatHealth, teamChatListener, transact }, { bot, mark, mayListen: () => mayListen })
  onTestFinished(() => hearing.stop())
  const inbox = inboxes[0]!
  /** Another process that listens for the same bot, in the same database. */
  const restarted = () => {
    const next = hear({ ...ports, teamChatListener }, { bot, mark, mayListen: () => true })
    onTestFinished(() => next.stop())
    return { hearing: next, arrived: (event: unknown) => inboxes.at(-1)!.arrived(event) }
  }
  const told = {
    arrived: (event: unknown) => inbox.arrived(event),
    settled: (until: Date) => inbox.settled(until),
    alive: () => inbox.alive(),
    interrupted: (fault: TeamChatFault) => inbox.interrupted(fault),
  }
  const posted = (post: PostFields = {}) =>
    aPostedEvent({
      botId: bot.botId,
      authorId: newPostId(),
      channelId: newPostId(),
      post: { create_at: ports.clock.now().getTime(), ...post },
    })
  return {
    ...ports,
    ...told,
    hearing,
    restarted,
    posted,
    stopped,
    /** Holds the next report up, until the returned function is called. */
    holdReport: () => {
      const { promise, resolve } = Promise.withResolvers<null>()
      gate = promise
      return () => resolve(null)
    },
    loseLease: () => void (mayListen = false),
    setAway: (away: boolean) => void (isAway = away),
    loseReplies: (lost: boolean) => void (isReplyLost = lost),
    mark: () => ports.database.tables.chatMarks.get(bot.botId) ?? null,
    taken: () => ports.database.tables.chatPosts.size,
    health: () => ports.teamChatHealth.read(bot.botId),
    otherHealth: () => ports.teamChatHealth.beat(bot.botId, { state: 'listening', since: new Date(0) }),
  }
}

describe('what is heard', () => {
  it('R67 is taken when it proves itself, and else dropped and counted', async () => {
    const { arrived, posted, hearing, clock, taken, mark } = open()
    await arrived(posted())
    for (const event of [null, posted({ type: 'me' }), posted({ props: { from_webhook: 'true' } }), {}]) await arrived(event)
    const old = posted()
    clock.advance(postAgeSecondsMax * 1_000 + 1)
    await arrived(old)
    expect(taken()).toBe(1)
    expect(mark()).toBeNull()
    await hearing.note()
    expect(mark()?.dropped).toEqual({ malformed: 2, special_type: 1, webhook: 1, stale: 1 })
    await arrived(null)
    await hearing.stop()
    expect(mark()?.dropped).toMatchObject({ malformed: 3 })
  })

  it('is counted once when it is dropped, however often it is read back, also by the next who listens', async () => {
    const { arrived, posted, hearing, mark, restarted } = open()
    const [own, hook] = [posted({ type: 'me' }), posted({ props: { from_webhook: 'true' } })]
    for (const event of [own, hook, own]) await arrived(event)
    await hearing.note()
    for (const event of [own, hook]) await arrived(event)
    await hearing.note()
    expect(mark()?.dropped).toEqual({ special_type: 1, webhook: 1 })
    const next = restarted()
    for (const event of [own, hook, posted({ type: 'me' })]) await next.arrived(event)
    await next.hearing.stop()
    expect(mark()?.dropped).toEqual({ special_type: 2, webhook: 1 })
  })

  it('is counted once although the first try to store the count failed', async () => {
    const { arrived, posted, hearing, setAway, mark } = open()
    const event = posted({ type: 'me' })
    await arrived(event)
    setAway(true)
    await expect(hearing.note()).rejects.toThrow('away')
    await arrived(event)
    setAway(false)
    await hearing.note()
    expect(mark()?.dropped).toEqual({ special_type: 1 })
  })

  it('comes again when more was dropped than can wait to be counted, and is then counted', async () => {
    const { arrived, posted, hearing, setAway, mark } = open()
    setAway(true)
    for (let post = 0; post < 1_000; post += 1) await arrived(posted({ type: 'me' }))
    const event = posted({ type: 'me' })
    await expect(arrived(event)).rejects.toThrow('away')
    setAway(false)
    await arrived(event)
    await hearing.note()
    expect(mark()?.dropped).toEqual({ special_type: 1_001 })
  })

  it('comes again when it cannot be kept, and no count is lost meanwhile', async () => {
    const { arrived, posted, hearing, setAway, taken, mark } = open()
    setAway(true)
    await expect(arrived(posted())).rejects.toThrow('away')
    await arrived(null)
    await expect(hearing.note()).rejects.toThrow('away')
    await arrived(null)
    setAway(false)
    await hearing.note()
    expect([taken(), mark()?.dropped]).toEqual([0, { malformed: 2 }])
  })

  it('R67 is counted once although the reply to the commit was lost', async () => {
    const { arrived, settled, hearing, loseReplies, clock, mark } = open()
    await arrived(null)
    loseReplies(true)
    await expect(hearing.note()).rejects.toThrow('lost')
    await arrived(null)
    await expect(settled(clock.now())).rejects.toThrow('lost')
    loseReplies(false)
    await hearing.note()
    expect(mark()).toMatchObject({ dropped: { malformed: 2 }, mark: { settledAt: clock.now() } })
    await hearing.note()
    expect(mark()?.dropped).toEqual({ malformed: 2 })
  })

  it('is not taken when it is from before the bot was turned on, as far as clocks may be apart', async () => {
    const begunAt = new Date('2029-12-31T23:00:00Z')
    const settledAt = new Date('2029-12-31T23:30:00Z')
    const { arrived, posted, hearing, taken, mark } = open({ begunAt, settledAt })
    for (const [seconds, count] of [
      [-5.001, 0],
      [-5, 1],
      [60, 2],
    ] as const) {
      await arrived(posted({ create_at: begunAt.getTime() + seconds * 1_000 }))
      expect(taken()).toBe(count)
    }
    await hearing.note()
    expect(mark()?.dropped).toEqual({ stale: 1 })
  })

  it('R71 is not taken by who may listen no more', async () => {
    const { arrived, settled, alive, posted, hearing, loseLease, taken, mark, health, otherHealth } = open()
    await otherHealth()
    loseLease()
    await expect(arrived(posted())).rejects.toThrow('Another process')
    await settled(new Date(1))
    await alive()
    await hearing.note()
    await hearing.stop()
    expect([taken(), mark()]).toEqual([0, null])
    expect(await health()).toEqual({ state: 'listening', since: new Date(0) })
  })
})

describe('how far it came', () => {
  it('is stored at once where nothing was, and then from time to time', async () => {
    const { settled, hearing, mark } = open()
    await settled(new Date(1_000))
    expect(mark()?.mark?.settledAt).toEqual(new Date(1_000))
    await settled(new Date(2_000))
    expect(mark()?.mark?.settledAt).toEqual(new Date(1_000))
    await hearing.note()
    expect(mark()?.mark?.settledAt).toEqual(new Date(2_000))
    await settled(new Date(3_000))
    await hearing.stop()
    expect(mark()?.mark?.settledAt).toEqual(new Date(3_000))
  })

  it('is stored again when that failed', async () => {
    const { settled, hearing, setAway, mark } = open({ begunAt: new Date(0), settledAt: new Date(0) })
    await settled(new Date(1_000))
    setAway(true)
    await expect(hearing.note()).rejects.toThrow('away')
    setAway(false)
    await hearing.note()
    expect(mark()?.mark?.settledAt).toEqual(new Date(1_000))
  })
})

describe('how the listener is', () => {
  it('is listening since it first heard, until it does not, and why', async () => {
    const { alive, interrupted, clock, health } = open()
    const first = clock.now()
    await alive()
    clock.advance(30_000)
    await alive()
    expect(await health()).toEqual({ state: 'listening', since: first })
    const broken = clock.now()
    await interrupted('unreachable')
    expect(await health()).toEqual({ state: 'not_connected', since: broken, reason: 'unreachable' })
    clock.advance(10_000)
    await alive()
    expect(await health()).toEqual({ state: 'listening', since: clock.now() })
  })

  it('R87 is said to be listening for ninety seconds after it last heard, whatever else goes on', async () => {
    const { alive, hearing, clock, health } = open()
    await alive()
    clock.advance(80_000)
    await hearing.note()
    clock.advance(9_999)
    expect(await health()).toMatchObject({ state: 'listening' })
    clock.advance(1)
    await hearing.note()
    expect(await health()).toBeNull()
  })

  it('is said again and again while it hears nothing, from the start', async () => {
    const { interrupted, hearing, clock, health } = open()
    const since = clock.now()
    await hearing.note()
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'starting' })
    await interrupted('token_refused')
    for (let looks = 0; looks < 20; looks += 1) {
      clock.advance(10_000)
      await hearing.note()
    }
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'token_refused' })
  })

  it('is what was so last, however long it takes to say what was before', async () => {
    const { alive, hearing, holdReport, health } = open()
    const release = holdReport()
    const starting = hearing.note()
    await nextTurn()
    const listening = alive()
    setImmediate(release)
    await Promise.all([starting, listening])
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('is not said any more once it is stopped, also when it was being said', async () => {
    const { alive, hearing, holdReport, health } = open()
    const release = holdReport()
    const ended = [alive(), hearing.stop()]
    setImmediate(release)
    await Promise.all(ended)
    expect(await health()).toBeNull()
  })

  it('is not said any more once it is stopped', async () => {
    const { alive, hearing, stopped, health } = open()
    await alive()
    await hearing.stop()
    expect(stopped).toHaveBeenCalled()
    expect(await health()).toBeNull()
  })
})
