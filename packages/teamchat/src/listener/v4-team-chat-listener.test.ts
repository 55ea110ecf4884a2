import { chatListenerContract } from '@ken/core/contracts'
import type { ChatInbox } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import type { TeamChatDoubleOptions } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fastTiming } from '../testing/fast-timing.ts'
import { openChat, openChatForTest } from '../testing/chat-world.ts'
import { eventually } from '../testing/eventually.ts'
import { manualTiming } from '../testing/manual-timing.ts'
import { receivedText } from '../testing/text-of.ts'
import { v4TeamChatListener } from './v4-team-chat-listener.ts'

const clock = { now: () => new Date() }
const reject = () => Promise.reject(new Error('the database is unavailable'))

chatListenerContract('v4', async () => {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const { double, transport, bot, alice, setUnavailable, close } = await openChat({
    timing: fastTiming,
    now,
  })
  return {
    listener: v4TeamChatListener(transport, {
      clock: { now: () => new Date(now()) },
      log: recordingLog(),
    }),
    bot,
    say: (text) => {
      const { create_at } = double.say(alice, text)
      // Longer than a reply takes on a busy machine: the listener compares the clocks by it.
      aheadMs += 1_000
      return new Date(create_at)
    },
    setUnavailable,
    setRevoked: (isRevoked) => (isRevoked ? double.revoke(double.bot) : double.restore(double.bot)),
    readsBack: true,
    close,
  }
})

/** A listener on manual timers, and what its inbox received. */
async function open({
  inbox = {},
  ...options
}: TeamChatDoubleOptions & { readonly inbox?: Partial<ChatInbox> } = {}) {
  const timing = manualTiming()
  const chat = await openChatForTest({ timing, ...options })
  const received = { texts: [] as string[], states: [] as string[], settled: [] as number[] }
  const log = recordingLog()
  const fullInbox: ChatInbox = {
    receive: async (event) => void received.texts.push(receivedText(event)),
    opened: () => {},
    catchingUp: () => {},
    blocked: async () => {},
    caughtUp: async (until) => void received.settled.push(until.getTime()),
    alive: async () => void received.states.push('alive'),
    interrupted: async (fault) => void received.states.push(fault),
    confirmLease: async () => {},
    ...inbox,
  }
  const listen = ({ since = new Date(0), bot = chat.bot } = {}) => {
    const subscription = v4TeamChatListener(chat.transport, { clock, log }).listen(
      bot,
      since,
      fullInbox,
    )
    onTestFinished(() => subscription.stop())
    return subscription
  }
  /** Waits until it is connected and has read back everything. */
  const isReady = async () => {
    await eventually(() => expect(log.lines.at(-1)?.event).toBe('team_chat.caught_up'))
    expect(received.states).toEqual(['alive'])
  }
  const isAlive = (times: number) =>
    eventually(() =>
      expect(received.states.filter((state) => state === 'alive')).toHaveLength(times),
    )
  /** Waits until the only timer has this length, and lets it pass. */
  const passWhenWaiting = async (milliseconds: number) => {
    await eventually(() => expect(timing.waiting()).toEqual([milliseconds]))
    timing.advance(milliseconds)
  }
  return { ...chat, timing, received, log, listen, isReady, isAlive, passWhenWaiting }
}

describe('v4TeamChatListener', () => {
  it('reports that it is alive only after a reply to a ping, every thirty seconds', async () => {
    const { double, received, listen, isReady, isAlive, passWhenWaiting, timing } = await open()
    listen()
    await isReady()
    await passWhenWaiting(30_000)
    await isAlive(2)
    await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    double.sockets.mute()
    timing.advance(45_000)
    await eventually(() => expect(received.states).toEqual(['alive', 'alive', 'unreachable']))
  })

  it('R68 reads back what was lost when a sequence jumps', async () => {
    const { double, alice, received, listen, isReady } = await open()
    listen()
    await isReady()
    const { channel_id } = double.say(alice, 'received')
    await eventually(() => expect(received.texts).toEqual(['received']))
    double.say(alice, 'lost', { isLost: true })
    double.sockets.skipSequence(1)
    double.say(alice, 'after')
    await eventually(() => expect(received.texts).toContain('lost'))
    expect(received.texts).toContain('after')
    await eventually(() =>
      expect(received.settled.at(-1)).toBe(double.posts(channel_id).at(-1)?.create_at),
    )
  })

  it('R68 reads back what was lost when the server restarted', async () => {
    const { double, alice, received, listen, isReady, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.sockets.restart()
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() => expect(received.texts).toEqual(['meanwhile']))
    expect(received.states).toEqual(['alive', 'unreachable', 'alive'])
  })

  it('R68 resumes the connection, and reads nothing back, when nothing was lost', async () => {
    const { double, alice, received, listen, isReady, isAlive, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.say(alice, 'first')
    await eventually(() => expect(received.settled).toHaveLength(1))
    const listings = () =>
      double.requests.filter(({ route }) => route === 'GET /users/me/channels').length
    const before = listings()
    double.sockets.drop()
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() => expect(received.texts).toEqual(['first', 'meanwhile']))
    await isAlive(2)
    expect(listings()).toBe(before)
  })

  it('R68 reads back what was posted while the token was refused', async () => {
    const { double, alice, received, listen, isReady, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.sockets.drop()
    double.revoke(double.bot)
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() =>
      expect(received.states).toEqual(['alive', 'unreachable', 'token_refused']),
    )
    double.restore(double.bot)
    await passWhenWaiting(750)
    await eventually(() => expect(received.texts).toEqual(['meanwhile']))
  })

  it('retries reading back when the server fails', async () => {
    const { double, alice, received, listen, isAlive, timing, log } = await open()
    double.say(alice, 'missed')
    double.behave('GET /users/me/channels', 'html')
    listen()
    await isAlive(1)
    await eventually(() => expect(timing.waiting()).toEqual([750, 30_000]))
    expect(log.lines.at(-1)).toMatchObject({
      event: 'team_chat.catch_up_failed',
      fields: { reason: 'not_team_chat' },
    })
    expect(received.settled).toEqual([])
    double.behave('GET /users/me/channels', 'ok')
    timing.advance(750)
    await eventually(() => expect(received.texts).toEqual(['missed']))
    await eventually(() => expect(received.settled).toHaveLength(1))
  })

  it('loses nothing of a flood that is faster than the inbox', async () => {
    const received = new Set<string>()
    const receive: ChatInbox['receive'] = async (event) => {
      await new Promise((resolve) => setImmediate(resolve))
      received.add(receivedText(event))
    }
    const { double, alice, listen, isReady, timing } = await open({ inbox: { receive } })
    listen()
    await isReady()
    const texts = Array.from(
      { length: 1_000 },
      (_, place) => double.say(alice, `post ${place}`).message,
    )
    await eventually(() => {
      // More may be lost while reading back, which waits for a pause. All time limits are longer than that.
      const [wait = Infinity] = timing.waiting()
      if (wait < 5_000) timing.advance(wait)
      expect(received.size).toBe(texts.length)
    })
  })

  it('R71 survives an inbox that rejects every call', async () => {
    const { double, alice, listen, log, timing } = await open({
      inbox: { receive: reject, caughtUp: reject, alive: reject, interrupted: reject },
    })
    const listening = listen()
    double.say(alice, 'rejected')
    await eventually(() =>
      expect(log.lines).toContainEqual({
        level: 'warn',
        event: 'team_chat.inbox_failed',
        fields: {},
      }),
    )
    const failed = {
      level: 'warn',
      event: 'team_chat.catch_up_failed',
      fields: { reason: 'not_taken' },
    }
    await eventually(() => expect(log.lines).toContainEqual(failed))
    expect(timing.waiting()).toContain(30_000)
    await listening.stop()
  })

  it('R72 leaves no connection and no timer after it was stopped', async () => {
    const { double, listen, isReady, timing } = await open()
    const listening = listen()
    await isReady()
    await listening.stop()
    expect(timing.waiting()).toEqual([])
    await eventually(() => expect(double.sockets.openCount()).toBe(0))
  })

  it('R72 is stopped at once while it dials, and while it waits', async () => {
    const { double, listen, timing, received } = await open()
    double.behave('GET /users/me', 'hang')
    const dialling = listen()
    await eventually(() => expect(double.requests).toHaveLength(1))
    await dialling.stop()
    double.behave('GET /users/me', 'html')
    const waiting = listen()
    await eventually(() => expect(received.states).toEqual(['not_team_chat']))
    await waiting.stop()
    expect(timing.waiting()).toEqual([])
  })
})

describe('a token that is refused', () => {
  it('R87 is noticed within ninety seconds, is checked at growing intervals, and recovers by itself', async () => {
    const { double, alice, received, listen, isReady, passWhenWaiting, timing } = await open()
    listen()
    await isReady()
    double.revoke(double.bot)
    await passWhenWaiting(30_000)
    await eventually(() => expect(received.states).toEqual(['alive', 'token_refused']))
    const asked = double.requests.length
    for (const wait of [750, 3_000, 12_000, 48_000, 192_000]) await passWhenWaiting(wait)
    for (let times = 0; times < 12; times += 1) await passWhenWaiting(225_000)
    await eventually(() => expect(timing.waiting()).toEqual([225_000]))
    expect(double.requests.length - asked).toBeLessThan(20)
    expect(received.states).toEqual(['alive', 'token_refused'])
    double.restore(double.bot)
    double.say(alice, 'recovered')
    timing.advance(225_000)
    await eventually(() => expect(received.texts).toEqual(['recovered']))
  })

  it('is one that belongs to another account', async () => {
    const { double, bot, received, listen } = await open()
    listen({ bot: { ...bot, token: double.addBot('other').token } })
    await eventually(() => expect(received.states).toEqual(['token_refused']))
    expect(double.sockets.upgrades).toEqual([])
  })

  it('R10 is in no line of the log', async () => {
    const { double, bot, received, listen, log } = await open()
    double.revoke(double.bot)
    listen()
    await eventually(() => expect(received.states).toEqual(['token_refused']))
    expect(JSON.stringify(log.lines)).not.toContain(bot.token)
    expect(log.lines).toEqual([
      { level: 'warn', event: 'team_chat.interrupted', fields: { fault: 'token_refused' } },
    ])
  })
})

describe('a reconnect storm', () => {
  const waits = [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]

  it('R68 is prevented for a server that refuses every upgrade: the pauses grow, and are as long as it asks for', async () => {
    const { double, listen, passWhenWaiting } = await open()
    double.sockets.refuse(503)
    listen()
    for (const wait of waits) await passWhenWaiting(Math.max(wait, 9_000))
    await eventually(() => expect(double.sockets.upgrades).toHaveLength(waits.length + 1))
  })

  it('R68 is prevented for a server that replies to a ping and ends every connection: the pauses grow', async () => {
    const { double, listen, isAlive, passWhenWaiting } = await open()
    listen()
    for (const [attempt, wait] of waits.entries()) {
      await isAlive(attempt + 1)
      double.sockets.overflow()
      await passWhenWaiting(wait)
    }
    await eventually(() => expect(double.sockets.upgrades).toHaveLength(waits.length + 1))
  })

  it('starts with short pauses again after a connection that lasted', async () => {
    const { double, received, listen, isAlive, passWhenWaiting, timing } = await open()
    double.behave('GET /users/me', 'html')
    listen()
    await passWhenWaiting(750)
    await passWhenWaiting(1_500)
    await eventually(() => expect(timing.waiting()).toEqual([3_000]))
    double.behave('GET /users/me', 'ok')
    timing.advance(3_000)
    await isAlive(1)
    await passWhenWaiting(30_000)
    await isAlive(2)
    double.sockets.overflow()
    await passWhenWaiting(750)
    await isAlive(3)
    expect(received.states).toEqual(['not_team_chat', 'alive', 'alive', 'unreachable', 'alive'])
  })

  it('R68 is prevented for a server that accepts every upgrade and replies to no ping: the pauses grow', async () => {
    const { double, received, listen, passWhenWaiting } = await open()
    double.sockets.mute()
    listen()
    for (const wait of waits) {
      await eventually(() => expect(double.sockets.openCount()).toBe(1))
      double.sockets.drop()
      await passWhenWaiting(wait)
    }
    expect(received.states).toEqual(['unreachable'])
  })
})
