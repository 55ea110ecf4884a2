import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatFault, ChatInbox, ChatListener, ChatMark } from '../../ports/index.ts'
import { err, ok } from '../../model/result.ts'
import type { ChatMessage, DropReason } from '../../model/chat/chat-message.ts'
import { aChatMessage, memoryPorts, newChatPostId, withTeamChat } from '../../testing/index.ts'
import { postAgeSecondsMax } from '../../model/chat/chat-post.ts'
import { subscribeToMessages } from './message-subscription.ts'

type ReceivedEvent = Parameters<ChatInbox['receive']>[0]
/** An event that names no post. */
const malformed = err({ reason: 'malformed', post: null } as const)

/** A subscription whose listener delivers what the test delivers. */
function open(mark: ChatMark | null = null) {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  const inboxes: ChatInbox[] = []
  const stopped = vi.fn<() => Promise<void>>(async () => {})
  const listener: ChatListener = {
    listen: (_bot, _since, inbox) => {
      inboxes.push(inbox)
      return { stop: stopped }
    },
  }
  let [mayListen, isUnavailable, isReplyLost] = [true, false, false]
  const transact: typeof ports.transact = async (work) => {
    if (isUnavailable) throw new Error('unavailable')
    const outcome = await ports.transact(work)
    if (isReplyLost) throw new Error('The reply to the commit is lost.')
    return outcome
  }
  let gate: Promise<unknown> = Promise.resolve()
  let reportsCount = 0
  const chatHealth: typeof ports.chatHealth = {
    ...ports.chatHealth,
    async beat(...given) {
      reportsCount += 1
      if (isUnavailable) throw new Error('unavailable')
      const held = gate
      gate = Promise.resolve()
      await held
      await ports.chatHealth.beat(...given)
    },
  }
  const subscription = subscribeToMessages(
    withTeamChat({ ...ports, chatHealth, transact }, { listener }),
    { bot, mark, lease: { isHeld: () => mayListen, confirm: async () => {} } },
  )
  onTestFinished(() => subscription.stop())
  const inbox = inboxes[0]!
  /** Another process that listens for the same bot, in the same database. */
  const restarted = () => {
    const next = subscribeToMessages(withTeamChat(ports, { listener }), {
      bot,
      mark,
      lease: { isHeld: () => true, confirm: async () => {} },
    })
    onTestFinished(() => next.stop())
    return { subscription: next, receive: (event: ReceivedEvent) => inboxes.at(-1)!.receive(event) }
  }
  const calls = {
    receive: (event: ReceivedEvent) => inbox.receive(event),
    settled: (until: Date) => inbox.caughtUp(until),
    blocked: (channelId: string, until: Date) => inbox.blocked(channelId, until),
    alive: () => inbox.alive(),
    catchingUp: (isCatchingUp: boolean) => inbox.catchingUp(isCatchingUp),
    interrupted: (fault: ChatFault) => inbox.interrupted(fault),
  }
  const posted = (message: Partial<ChatMessage> = {}) =>
    ok(aChatMessage({ postedAt: ports.clock.now(), ...message }))
  const dropped = (reason: DropReason) =>
    err({ reason, post: { postId: newChatPostId(), postedAt: ports.clock.now() } })
  return {
    ...ports,
    ...calls,
    subscription,
    restarted,
    posted,
    dropped,
    stopped,
    /** Delays the next report until the returned function is called. */
    holdReport: () => {
      const { promise, resolve } = Promise.withResolvers<null>()
      gate = promise
      return () => resolve(null)
    },
    loseLease: () => void (mayListen = false),
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
    loseReplies: (lost: boolean) => void (isReplyLost = lost),
    mark: () => ports.database.tables.chatMarks.get(bot.botId) ?? null,
    ingested: () => ports.database.tables.chatPosts.size,
    health: () => ports.chatHealth.read(bot.botId),
    reportsCount: () => reportsCount,
    otherHealth: () => ports.chatHealth.beat(bot.botId, { state: 'listening', since: new Date(0) }),
  }
}

describe('an event', () => {
  it('R67 is ingested when it is a direct message, and otherwise dropped and counted', async () => {
    const { receive, posted, dropped, subscription, clock, ingested, mark } = open()
    await receive(posted())
    for (const event of [malformed, dropped('special_type'), dropped('webhook'), malformed])
      await receive(event)
    const old = posted()
    clock.advance(postAgeSecondsMax * 1_000 + 1)
    await receive(old)
    expect(ingested()).toBe(1)
    expect(mark()).toBeNull()
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ malformed: 2, special_type: 1, webhook: 1, stale: 1 })
    await receive(malformed)
    await subscription.stop()
    expect(mark()?.dropped).toMatchObject({ malformed: 3 })
  })

  it('is counted once when it is dropped, however often it is read back, also by the next process', async () => {
    const { receive, dropped, subscription, mark, restarted } = open()
    const [own, hook] = [dropped('special_type'), dropped('webhook')]
    for (const event of [own, hook, own]) await receive(event)
    await subscription.storeProgress()
    for (const event of [own, hook]) await receive(event)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1, webhook: 1 })
    const next = restarted()
    for (const event of [own, hook, dropped('special_type')]) await next.receive(event)
    await next.subscription.stop()
    expect(mark()?.dropped).toEqual({ special_type: 2, webhook: 1 })
  })

  it('is counted once although the first attempt to store the count failed', async () => {
    const { receive, dropped, subscription, setUnavailable, mark } = open()
    const event = dropped('special_type')
    await receive(event)
    setUnavailable(true)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    await receive(event)
    setUnavailable(false)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1 })
  })

  it('closes what waits in a channel whose person blocked the bot, and nothing that follows', async () => {
    const { receive, blocked, posted, clock, loseLease, ...ports } = open()
    const [before, elsewhere] = [posted(), posted()]
    const { channelId } = before.value
    for (const event of [before, elsewhere]) await receive(event)
    await blocked(channelId, clock.now())
    clock.advance(1_000)
    const after = posted({ channelId })
    await receive(after)
    const posts = ports.database.tables.chatPosts
    expect(
      [before, elsewhere, after].map(({ value }) => posts.get(value.postId)?.closed?.outcome),
    ).toEqual(['undeliverable', undefined, undefined])
    loseLease()
    await expect(blocked(channelId, clock.now())).rejects.toThrow('Another process listens')
  })

  it('is rejected while too many dropped posts wait to be stored, and counted when it comes again', async () => {
    const { receive, dropped, subscription, setUnavailable, mark } = open()
    setUnavailable(true)
    for (let post = 0; post < 1_000; post += 1) await receive(dropped('special_type'))
    const event = dropped('special_type')
    await expect(receive(event)).rejects.toThrow('unavailable')
    setUnavailable(false)
    await receive(event)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1_001 })
  })

  it('is rejected when it cannot be stored, and no count is lost meanwhile', async () => {
    const { receive, posted, subscription, setUnavailable, ingested, mark } = open()
    setUnavailable(true)
    await expect(receive(posted())).rejects.toThrow('unavailable')
    await receive(malformed)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    await receive(malformed)
    setUnavailable(false)
    await subscription.storeProgress()
    expect([ingested(), mark()?.dropped]).toEqual([0, { malformed: 2 }])
  })

  it('R67 is counted once although the reply to the commit was lost', async () => {
    const { receive, settled, subscription, loseReplies, clock, mark } = open()
    await receive(malformed)
    loseReplies(true)
    await expect(subscription.storeProgress()).rejects.toThrow('lost')
    await receive(malformed)
    await expect(settled(clock.now())).rejects.toThrow('lost')
    loseReplies(false)
    await subscription.storeProgress()
    expect(mark()).toMatchObject({ dropped: { malformed: 2 }, mark: { storedUntil: clock.now() } })
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ malformed: 2 })
  })

  it('is not ingested when it is from before the bot was turned on, with a tolerance for clock skew', async () => {
    const startedAt = new Date('2029-12-31T23:00:00Z')
    const storedUntil = new Date('2029-12-31T23:30:00Z')
    const { receive, posted, subscription, ingested, mark } = open({ startedAt, storedUntil })
    for (const { seconds, count } of [
      { seconds: -5.001, count: 0 },
      { seconds: -5, count: 1 },
      { seconds: 60, count: 2 },
    ]) {
      await receive(posted({ postedAt: new Date(startedAt.getTime() + seconds * 1_000) }))
      expect(ingested()).toBe(count)
    }
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ stale: 1 })
  })

  it('R71 is not ingested by a process that may no longer listen', async () => {
    const {
      receive,
      settled,
      alive,
      posted,
      subscription,
      loseLease,
      ingested,
      mark,
      health,
      otherHealth,
    } = open()
    await otherHealth()
    loseLease()
    await expect(receive(posted())).rejects.toThrow('Another process')
    await settled(new Date(1))
    await alive()
    await subscription.storeProgress()
    await subscription.stop()
    expect([ingested(), mark()]).toEqual([0, null])
    expect(await health()).toEqual({ state: 'listening', since: new Date(0) })
  })
})

describe('the high-water mark', () => {
  it('is stored at once the first time, and then from time to time', async () => {
    const { settled, subscription, mark } = open()
    await settled(new Date(1_000))
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
    await settled(new Date(2_000))
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
    await subscription.storeProgress()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(2_000))
    await settled(new Date(3_000))
    await subscription.stop()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(3_000))
  })

  it('is stored later when the first attempt failed', async () => {
    const { settled, subscription, setUnavailable, mark } = open({
      startedAt: new Date(0),
      storedUntil: new Date(0),
    })
    await settled(new Date(1_000))
    setUnavailable(true)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    setUnavailable(false)
    await subscription.storeProgress()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
  })
})

describe('the report', () => {
  it('is listening since the server was first alive, until it is interrupted, and why', async () => {
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

  it('is stored again at most every five seconds unless it changes, however often the server proves to be alive', async () => {
    const { alive, interrupted, setUnavailable, clock, health, reportsCount } = open()
    for (const advanceMs of [0, 0, 4_999]) {
      clock.advance(advanceMs)
      await alive()
    }
    expect(reportsCount()).toBe(1)
    clock.advance(1)
    await alive()
    expect(reportsCount()).toBe(2)
    await interrupted('unreachable')
    await alive()
    expect(reportsCount()).toBe(4)
    expect(await health()).toMatchObject({ state: 'listening' })
    clock.advance(5_000)
    setUnavailable(true)
    await expect(alive()).rejects.toThrow('unavailable')
    setUnavailable(false)
    await alive()
    expect(reportsCount()).toBe(6)
  })

  it('is stored again at once when the clock was set back', async () => {
    const { alive, clock, reportsCount } = open()
    await alive()
    clock.advance(-3_600_000)
    await alive()
    expect(reportsCount()).toBe(2)
  })

  it('says while what was written earlier is being read back', async () => {
    const { alive, catchingUp, interrupted, clock, health } = open()
    const since = clock.now()
    catchingUp(true)
    expect(await health()).toBeNull()
    await alive()
    expect(await health()).toEqual({ state: 'listening', since, isCatchingUp: true })
    catchingUp(false)
    await expect.poll(health).toEqual({ state: 'listening', since })
    catchingUp(true)
    await expect.poll(health).toEqual({ state: 'listening', since, isCatchingUp: true })
    await interrupted('unreachable')
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'unreachable' })
  })

  it('R87 is listening for ninety seconds after the server was last alive, also while progress is stored', async () => {
    const { alive, subscription, clock, health } = open()
    await alive()
    clock.advance(80_000)
    await subscription.storeProgress()
    clock.advance(9_999)
    expect(await health()).toMatchObject({ state: 'listening' })
    clock.advance(1)
    await subscription.storeProgress()
    expect(await health()).toBeNull()
  })

  it('is repeated while not connected, from the start', async () => {
    const { interrupted, subscription, clock, health } = open()
    const since = clock.now()
    await subscription.storeProgress()
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'starting' })
    await interrupted('token_refused')
    for (let looks = 0; looks < 20; looks += 1) {
      clock.advance(10_000)
      await subscription.storeProgress()
    }
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'token_refused' })
  })

  it('is the latest one, however long an earlier one takes to be published', async () => {
    const { alive, subscription, holdReport, health } = open()
    const release = holdReport()
    const starting = subscription.storeProgress()
    await nextTurn()
    const listening = alive()
    setImmediate(release)
    await Promise.all([starting, listening])
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('is removed after a stop, also one that was being published', async () => {
    const { alive, subscription, holdReport, health } = open()
    const release = holdReport()
    const ended = [alive(), subscription.stop()]
    setImmediate(release)
    await Promise.all(ended)
    expect(await health()).toBeNull()
  })

  it('is removed after a stop', async () => {
    const { alive, subscription, stopped, health } = open()
    await alive()
    await subscription.stop()
    expect(stopped).toHaveBeenCalled()
    expect(await health()).toBeNull()
  })
})
