import { teamChatListenerContract } from '@ken/core/contracts'
import type { TeamChatInbox } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import type { TeamChatDoubleOptions } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { briskTiming } from './testing/brisk-timing.ts'
import { openChat, openChatForTest } from './testing/chat-world.ts'
import { eventually } from './testing/eventually.ts'
import { heldTiming } from './testing/held-timing.ts'
import { textOf } from './testing/text-of.ts'
import { v4TeamChatListener } from './v4-team-chat-listener.ts'

const clock = { now: () => new Date() }
const away = () => Promise.reject(new Error('the database is away'))

teamChatListenerContract('v4', async () => {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const { double, connecting, bot, alice, setAway, close } = await openChat({ timing: briskTiming, now })
  return {
    listener: v4TeamChatListener(connecting, { clock: { now: () => new Date(now()) }, log: recordingLog() }),
    bot,
    say: (text) => {
      const { create_at } = double.say(alice, text)
      // Time passes, so that what comes next comes later.
      aheadMs += 10
      return new Date(create_at)
    },
    setAway,
    setRevoked: (isRevoked) => (isRevoked ? double.revoke(double.bot) : double.restore(double.bot)),
    close,
  }
})

/** A listener at work on held time, and what it told. */
async function open({ inbox = {}, ...options }: TeamChatDoubleOptions & { readonly inbox?: Partial<TeamChatInbox> } = {}) {
  const timing = heldTiming()
  const chat = await openChatForTest({ timing, ...options })
  const heard = { texts: [] as string[], states: [] as string[], settled: [] as number[] }
  const log = recordingLog()
  const told: TeamChatInbox = {
    arrived: async (event) => void heard.texts.push(textOf(event)),
    settled: async (until) => void heard.settled.push(until.getTime()),
    alive: async () => void heard.states.push('alive'),
    interrupted: async (fault) => void heard.states.push(fault),
    ...inbox,
  }
  const listen = ({ since = new Date(0), bot = chat.bot } = {}) => {
    const listening = v4TeamChatListener(chat.connecting, { clock, log }).listen(bot, since, told)
    onTestFinished(() => listening.stop())
    return listening
  }
  /** It is connected, and has read back everything from before. */
  const isReady = async () => {
    await eventually(() => expect(log.lines.at(-1)?.event).toBe('team_chat.caught_up'))
    expect(heard.states).toEqual(['alive'])
  }
  const isAlive = (times: number) =>
    eventually(() => expect(heard.states.filter((state) => state === 'alive')).toHaveLength(times))
  /** Waits until the only timer is one for this long, and lets it pass. */
  const passWhenWaiting = async (milliseconds: number) => {
    await eventually(() => expect(timing.waiting()).toEqual([milliseconds]))
    timing.pass(milliseconds)
  }
  return { ...chat, timing, heard, log, listen, isReady, isAlive, passWhenWaiting }
}

describe('v4TeamChatListener', () => {
  it('says that it is alive only for an answered ping, every thirty seconds', async () => {
    const { double, heard, listen, isReady, isAlive, passWhenWaiting, timing } = await open()
    listen()
    await isReady()
    await passWhenWaiting(30_000)
    await isAlive(2)
    await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    double.sockets.mute()
    timing.pass(45_000)
    await eventually(() => expect(heard.states).toEqual(['alive', 'alive', 'unreachable']))
  })

  it('R68 reads back what was lost when a sequence jumps', async () => {
    const { double, alice, heard, listen, isReady } = await open()
    listen()
    await isReady()
    const { channel_id } = double.say(alice, 'heard')
    await eventually(() => expect(heard.texts).toEqual(['heard']))
    double.say(alice, 'lost', { isLost: true })
    double.sockets.skipSequence(1)
    double.say(alice, 'after')
    await eventually(() => expect(heard.texts).toContain('lost'))
    expect(heard.texts).toContain('after')
    await eventually(() => expect(heard.settled.at(-1)).toBe(double.posts(channel_id).at(-1)?.create_at))
  })

  it('R68 reads back what was lost when the server was started again', async () => {
    const { double, alice, heard, listen, isReady, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.sockets.restart()
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() => expect(heard.texts).toEqual(['meanwhile']))
    expect(heard.states).toEqual(['alive', 'unreachable', 'alive'])
  })

  it('R68 takes the connection up again, and reads nothing back, when nothing was lost', async () => {
    const { double, alice, heard, listen, isReady, isAlive, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.say(alice, 'first')
    await eventually(() => expect(heard.settled).toHaveLength(1))
    const listings = () => double.requests.filter(({ route }) => route === 'GET /users/me/channels').length
    const before = listings()
    double.sockets.drop()
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() => expect(heard.texts).toEqual(['first', 'meanwhile']))
    await isAlive(2)
    expect(listings()).toBe(before)
  })

  it('R68 reads back what the server kept for nobody while the token was refused', async () => {
    const { double, alice, heard, listen, isReady, passWhenWaiting } = await open()
    listen()
    await isReady()
    double.sockets.drop()
    double.revoke(double.bot)
    double.say(alice, 'meanwhile')
    await passWhenWaiting(750)
    await eventually(() => expect(heard.states).toEqual(['alive', 'unreachable', 'token_refused']))
    double.restore(double.bot)
    await passWhenWaiting(750)
    await eventually(() => expect(heard.texts).toEqual(['meanwhile']))
  })

  it('tries reading back again when the server fails at it', async () => {
    const { double, alice, heard, listen, isAlive, timing, log } = await open()
    double.say(alice, 'missed')
    double.behave('GET /users/me/channels', 'html')
    listen()
    await isAlive(1)
    await eventually(() => expect(timing.waiting()).toEqual([750, 30_000]))
    expect(log.lines.at(-1)).toMatchObject({ event: 'team_chat.catch_up_failed', fields: { reason: 'not_team_chat' } })
    expect(heard.settled).toEqual([])
    double.behave('GET /users/me/channels', 'ok')
    timing.pass(750)
    await eventually(() => expect(heard.texts).toEqual(['missed']))
    await eventually(() => expect(heard.settled).toHaveLength(1))
  })

  it('loses nothing of a flood that comes faster than it is taken', async () => {
    const taken = new Set<string>()
    const arrived = async (event: unknown) => {
      await new Promise((resolve) => setImmediate(resolve))
      taken.add(textOf(event))
    }
    const { double, alice, listen, isReady, timing } = await open({ inbox: { arrived } })
    listen()
    await isReady()
    const texts = Array.from({ length: 1_000 }, (_, place) => double.say(alice, `post ${place}`).message)
    await eventually(() => {
      // More may be lost while it is read back, and that is waited for; no request has so little time.
      const [wait = Infinity] = timing.waiting()
      if (wait < 5_000) timing.pass(wait)
      expect(taken.size).toBe(texts.length)
    })
  })

  it('R71 survives an inbox that throws at everything', async () => {
    const { double, alice, listen, log, timing } = await open({
      inbox: { arrived: away, settled: away, alive: away, interrupted: away },
    })
    const listening = listen()
    double.say(alice, 'not taken')
    await eventually(() => expect(log.lines).toContainEqual({ level: 'warn', event: 'team_chat.inbox_failed', fields: {} }))
    const failed = { level: 'warn', event: 'team_chat.catch_up_failed', fields: { reason: 'not_taken' } }
    await eventually(() => expect(log.lines).toContainEqual(failed))
    expect(timing.waiting()).toContain(30_000)
    await listening.stop()
  })

  it('R72 leaves no connection and no timer behind when it is stopped', async () => {
    const { double, listen, isReady, timing } = await open()
    const listening = listen()
    await isReady()
    await listening.stop()
    expect(timing.waiting()).toEqual([])
    await eventually(() => expect(double.sockets.openCount()).toBe(0))
  })

  it('R72 is stopped at once while it dials, and while it waits', async () => {
    const { double, listen, timing, heard } = await open()
    double.behave('GET /users/me', 'hang')
    const dialling = listen()
    await eventually(() => expect(double.requests).toHaveLength(1))
    await dialling.stop()
    double.behave('GET /users/me', 'html')
    const waiting = listen()
    await eventually(() => expect(heard.states).toEqual(['not_team_chat']))
    await waiting.stop()
    expect(timing.waiting()).toEqual([])
  })
})

describe('a token that is refused', () => {
  it('R87 is noticed within ninety seconds, is asked about ever more slowly, and heals by itself', async () => {
    const { double, alice, heard, listen, isReady, passWhenWaiting, timing } = await open()
    listen()
    await isReady()
    double.revoke(double.bot)
    await passWhenWaiting(30_000)
    await eventually(() => expect(heard.states).toEqual(['alive', 'token_refused']))
    const asked = double.requests.length
    for (const wait of [750, 3_000, 12_000, 48_000, 192_000]) await passWhenWaiting(wait)
    for (let times = 0; times < 12; times += 1) await passWhenWaiting(225_000)
    await eventually(() => expect(timing.waiting()).toEqual([225_000]))
    expect(double.requests.length - asked).toBeLessThan(20)
    expect(heard.states).toEqual(['alive', 'token_refused'])
    double.restore(double.bot)
    double.say(alice, 'healed')
    timing.pass(225_000)
    await eventually(() => expect(heard.texts).toEqual(['healed']))
  })

  it('is one that speaks for somebody else', async () => {
    const { double, bot, heard, listen } = await open()
    listen({ bot: { ...bot, token: double.addBot('other').token } })
    await eventually(() => expect(heard.states).toEqual(['token_refused']))
    expect(double.sockets.upgrades).toEqual([])
  })

  it('R10 stands in no line of the log', async () => {
    const { double, bot, heard, listen, log } = await open()
    double.revoke(double.bot)
    listen()
    await eventually(() => expect(heard.states).toEqual(['token_refused']))
    expect(JSON.stringify(log.lines)).not.toContain(bot.token)
    expect(log.lines).toEqual([{ level: 'warn', event: 'team_chat.interrupted', fields: { fault: 'token_refused' } }])
  })
})

describe('a reconnect storm', () => {
  const waits = [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]

  it('R68 is none: a server that refuses every upgrade is left alone ever longer, and as long as it asks for', async () => {
    const { double, listen, passWhenWaiting } = await open()
    double.sockets.refuse(503)
    listen()
    for (const wait of waits) await passWhenWaiting(Math.max(wait, 9_000))
    await eventually(() => expect(double.sockets.upgrades).toHaveLength(waits.length + 1))
  })

  it('R68 is none: a server that answers a ping and ends every connection is left alone ever longer', async () => {
    const { double, listen, isAlive, passWhenWaiting } = await open()
    listen()
    for (const [attempt, wait] of waits.entries()) {
      await isAlive(attempt + 1)
      double.sockets.overflow()
      await passWhenWaiting(wait)
    }
    await eventually(() => expect(double.sockets.upgrades).toHaveLength(waits.length + 1))
  })

  it('begins with short waits again after a connection that lasted', async () => {
    const { double, heard, listen, isAlive, passWhenWaiting, timing } = await open()
    double.behave('GET /users/me', 'html')
    listen()
    await passWhenWaiting(750)
    await passWhenWaiting(1_500)
    await eventually(() => expect(timing.waiting()).toEqual([3_000]))
    double.behave('GET /users/me', 'ok')
    timing.pass(3_000)
    await isAlive(1)
    await passWhenWaiting(30_000)
    await isAlive(2)
    double.sockets.overflow()
    await passWhenWaiting(750)
    await isAlive(3)
    expect(heard.states).toEqual(['not_team_chat', 'alive', 'alive', 'unreachable', 'alive'])
  })

  it('R68 is none: a server that takes every upgrade and answers no ping is left alone ever longer', async () => {
    const { double, heard, listen, passWhenWaiting } = await open()
    double.sockets.mute()
    listen()
    for (const wait of waits) {
      await eventually(() => expect(double.sockets.openCount()).toBe(1))
      double.sockets.drop()
      await passWhenWaiting(wait)
    }
    expect(heard.states).toEqual(['unreachable'])
  })
})
