import { chatListenerContract } from '@ken/core/contracts'
import type { Log } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { openListening } from '../testing/listening-world.ts'
import { eventually, fastTiming, openWorkspace } from '../testing/workspace-world.ts'
import { slackChatListener } from './slack-chat-listener.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }
const dateOf = (ts: string) => new Date(Math.floor(Number(ts) * 1_000))

chatListenerContract('slack', async () => {
  const workspace = await openWorkspace({ timing: fastTiming, ackMs: 100 })
  const { double, transport, bot, ana, setUnavailable, close } = workspace
  return {
    listener: slackChatListener(transport, { clock, log }),
    bot,
    say: (text) => dateOf(double.say(ana, text).ts),
    setUnavailable,
    setRevoked: (isRevoked) =>
      isRevoked ? double.revoke(bot.botToken) : double.restore(bot.botToken),
    readsBack: true,
    close,
  }
})

/** Long enough for some of what follows, and not for all of it. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 15))

/** A listener that checks the token by itself only after minutes. */
const openUnchecked = async (eventCheckMs = 600_000) => {
  const world = await openListening({ checkMs: 600_000, eventCheckMs })
  await world.connect()
  await eventually(() => expect(world.callsOf('auth.test')).toHaveLength(2))
  const acknowledged = (count: number) =>
    eventually(() => {
      const { envelopes } = world.double.sockets
      expect(envelopes.filter(({ isAcknowledged }) => isAcknowledged)).toHaveLength(count)
    })
  return { ...world, acknowledged }
}

describe('slackChatListener', () => {
  it('keeps two sockets, and opens the next when the end of one is announced', async () => {
    const { double, connect, states, callsOf, ana, texts } = await openListening()
    await connect()
    for (let times = 1; times <= 5; times += 1) {
      // The oldest one that is not announced yet.
      double.sockets.announceEnd(times % 2 === 0 ? 'warning' : 'refresh_requested', times - 1)
      double.say(ana, `message ${times}`)
      await eventually(() => expect(callsOf('apps.connections.open')).toHaveLength(2 + times))
      await eventually(() => expect(double.sockets.count()).toBe(3))
      double.sockets.closeAnnounced()
      await eventually(() => expect(double.sockets.count()).toBe(2))
    }
    await eventually(() => expect(texts).toHaveLength(5))
    await eventually(() => expect(double.sockets.count()).toBe(2))
    expect(double.sockets.countLeast()).toBe(2)
    expect(states).toEqual(['alive'])
    // Nothing was lost, so nothing is read back but at the start.
    expect(callsOf('users.conversations')).toHaveLength(1)
  })

  it('R220 reads and acknowledges what comes over a socket whose end is announced until it is closed', async () => {
    const accepting = Promise.withResolvers<void>()
    const { double, connect, ana, texts, callsOf } = await openListening({
      receive: () => accepting.promise,
    })
    await connect()
    const { sockets } = double
    sockets.sendNextOver(0)
    double.say(ana, 'being accepted')
    sockets.announceEnd('refresh_requested', 0)
    await eventually(() => expect(sockets.count()).toBe(3))
    await moment()
    sockets.sendNextOver(0)
    double.say(ana, 'after the hello of the next')
    expect(sockets.envelopes.map(({ socket }) => socket)).toEqual([0, 0])
    accepting.resolve()
    await eventually(() =>
      expect(sockets.envelopes.map(({ isAcknowledged }) => isAcknowledged)).toEqual([true, true]),
    )
    sockets.closeAnnounced()
    await eventually(() => expect(sockets.count()).toBe(2))
    expect(texts).toEqual(['being accepted', 'after the hello of the next'])
    expect(callsOf('users.conversations')).toHaveLength(1)
  })

  it('R220 acknowledges an event only after the inbox has accepted it', async () => {
    const accepting = Promise.withResolvers<void>()
    const { double, connect, ana, texts } = await openListening({
      receive: () => accepting.promise,
    })
    await connect()
    double.say(ana, 'hello')
    await eventually(() => expect(double.sockets.envelopes).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(double.sockets.envelopes[0]?.isAcknowledged).toBe(false)
    accepting.resolve()
    await eventually(() => expect(double.sockets.envelopes[0]?.isAcknowledged).toBe(true))
    expect(texts).toEqual(['hello'])
  })

  it('R220 does not acknowledge an event that took too long: it comes again', async () => {
    const accepting = Promise.withResolvers<void>()
    const { double, connect, ana, texts } = await openListening({
      receive: () => accepting.promise,
    })
    await connect()
    double.say(ana, 'hello')
    await eventually(() => expect(double.sockets.envelopes).toHaveLength(2))
    accepting.resolve()
    await eventually(() => expect(double.sockets.envelopes[1]?.isAcknowledged).toBe(true))
    expect(double.sockets.envelopes[0]?.isAcknowledged).toBe(false)
    expect(texts).toEqual(['hello', 'hello'])
  })

  it('R220 hands a message over again until the inbox accepts it', async () => {
    let failures = 3
    const receive = async () => {
      failures -= 1
      if (failures >= 0) throw new Error('not now')
    }
    const { double, connect, ana, texts, callsOf } = await openListening({ receive })
    await connect()
    double.say(ana, 'hello')
    await eventually(() => expect(texts).toEqual(['hello']))
    await eventually(() => expect(double.sockets.envelopes[0]?.isAcknowledged).toBe(true))
    expect(callsOf('users.conversations')).toHaveLength(1)
  })

  it('passes on what people open, once it is acknowledged, and does not wait for it', async () => {
    const { double, connect, ana, openings, bot } = await openListening()
    await connect()
    const opened = {
      authorId: `${bot.workspaceId}:${ana.id}`,
      channelId: `${bot.workspaceId}:${double.channelOf(ana)}`,
    }
    const inHome = { place: 'home', ...opened }
    double.openHome(ana, 'home')
    await eventually(() => expect(openings).toEqual([inHome]))
    double.openHome(ana, 'messages')
    await eventually(() => expect(openings).toEqual([inHome, { place: 'conversation', ...opened }]))
    await eventually(() =>
      expect(double.sockets.envelopes.every(({ isAcknowledged }) => isAcknowledged)).toBe(true),
    )
  })

  it('R218 counts what is no message of a person, and acknowledges it', async () => {
    const { double, connect, ana, texts } = await openListening()
    await connect()
    double.say(ana, 'by a bot', { fields: { bot_id: 'B0OTHER' } })
    double.openHome(ana, 'home')
    await eventually(() => expect(texts).toEqual(['bot']))
    await eventually(() =>
      expect(double.sockets.envelopes.map(({ isAcknowledged }) => isAcknowledged)).toEqual([
        true,
        true,
      ]),
    )
  })

  it('R251 survives every frame', async () => {
    // Otherwise a command is too late after a sixtieth of a second.
    const { double, connect, ana, texts } = await openListening({ clockFactor: 0 })
    await connect()
    const frames = [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{}',
      '{"type":7}',
      '{"type":"hello"}',
      '{"type":"events_api"}',
      '{"type":"events_api","envelope_id":7}',
      '{"type":"slash_commands","envelope_id":"x"}',
      '['.repeat(100_000),
    ]
    for (const frame of frames) double.sockets.sendRaw(frame)
    double.sockets.sendRaw('{"type":"events_api","envelope_id":"x"}')
    double.say(ana, 'after all')
    await eventually(() =>
      expect(texts.toSorted()).toEqual([
        'after all',
        'external',
        'external',
        'malformed',
        'malformed',
      ]),
    )
  })

  it('notices sockets that are silently dead, and reads back what was lost', async () => {
    const { double, connect, ana, texts } = await openListening({ replyMs: 200 })
    await connect()
    double.sockets.mute()
    double.say(ana, 'lost')
    await eventually(() => expect(texts).toEqual(['lost']))
  })

  it('reads back what came over a socket that died', async () => {
    const { double, connect, ana, texts } = await openListening()
    await connect()
    double.say(ana, 'unsent', { isLost: true })
    double.sockets.drop()
    await eventually(() => expect(texts).toEqual(['unsent']))
  })

  it('R220 loses nothing through fifty interruptions of every kind', async () => {
    let isRejecting = false
    const receive = async () => {
      if (isRejecting) throw new Error('not now')
    }
    const { double, connect, ana, bot, texts, setUnavailable } = await openListening({
      receive,
      ackMs: 50,
      replyMs: 100,
    })
    await connect()
    const interruptions = [
      async () => double.sockets.drop(),
      async () => double.sockets.mute(),
      async () => {
        double.sockets.announceEnd('warning')
        await moment()
        double.sockets.closeAnnounced()
      },
      async () => setUnavailable(true),
      async () => double.revoke(bot.appToken),
      async () => {
        double.revoke(bot.botToken)
        double.sockets.drop()
      },
      async () => void (isRejecting = true),
      async () => double.behaveOnce('conversations.history', 'half'),
      async () => {
        double.sockets.drop()
        double.behaveOnce('apps.connections.open', { status: 429, retryAfter: 1 })
      },
      async () => {
        double.sockets.drop()
        double.behaveOnce('users.conversations', 'html')
      },
    ]
    const said: string[] = []
    for (let times = 0; times < 50; times += 1) {
      await interruptions[times % interruptions.length]?.()
      for (const half of ['during', 'after']) {
        said.push(`${half} ${times}`)
        double.say(ana, `${half} ${times}`)
        await moment()
        isRejecting = false
        double.restore(bot.appToken)
        double.restore(bot.botToken)
        await setUnavailable(false)
      }
    }
    await eventually(() => expect(said.filter((text) => !texts.includes(text))).toEqual([]))
    // The end of the last interruption.
    await eventually(() => expect(double.sockets.count()).toBe(2))
  })

  describe('when the platform sends that the bot lost access', () => {
    it.for(['revokeBot', 'uninstall'] as const)('checks its token at once: %s', async (end) => {
      const { double, states } = await openUnchecked()
      double[end]()
      await eventually(() => expect(states).toEqual(['alive', 'token_refused']))
      await eventually(() => expect(double.sockets.count()).toBe(0))
    })

    it('ends the connection that is being opened, too', async () => {
      const { double, states, callsOf } = await openUnchecked()
      double.behaveOnce('apps.connections.open', { slowMs: 100 })
      double.sockets.announceEnd('warning', 0)
      await eventually(() => expect(callsOf('apps.connections.open')).toHaveLength(3))
      double.revokeBot()
      await eventually(() => expect(states).toEqual(['alive', 'token_refused']))
      // By then it would be open.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(states).toEqual(['alive', 'token_refused'])
      expect(double.sockets.count()).toBe(0)
    })

    it('believes the check alone, and checks once however often it comes', async () => {
      const { double, states, callsOf, acknowledged } = await openUnchecked()
      const { botUser } = double.world
      for (let times = 0; times < 200; times += 1)
        double.sendEvent({ type: 'tokens_revoked', tokens: { bot: [botUser.id] } })
      await acknowledged(200)
      await eventually(() => expect(callsOf('auth.test')).toHaveLength(3))
      await moment()
      expect(callsOf('auth.test')).toHaveLength(3)
      expect(states).toEqual(['alive'])
      expect(double.sockets.count()).toBe(2)
    })

    it('checks again, after a pause, for an event that comes after the check', async () => {
      const { double, states, callsOf, acknowledged } = await openUnchecked(200)
      double.sendEvent({ type: 'app_uninstalled' })
      await eventually(() => expect(callsOf('auth.test')).toHaveLength(3))
      await acknowledged(1)
      double.revokeBot()
      await acknowledged(2)
      expect(states).toEqual(['alive'])
      await eventually(() => expect(states).toEqual(['alive', 'token_refused']))
    })

    it('asks nothing for an event of another app, workspace or bot', async () => {
      const { double, states, callsOf, acknowledged } = await openUnchecked()
      double.revoke(double.world.botToken)
      double.sendEvent({ type: 'app_uninstalled' }, { api_app_id: 'A0OTHER' })
      double.sendEvent({ type: 'app_uninstalled' }, { team_id: 'T0OTHER' })
      double.sendEvent({ type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: ['U0OTHER'] } })
      await acknowledged(3)
      await moment()
      expect(callsOf('auth.test')).toHaveLength(2)
      expect(states).toEqual(['alive'])
    })
  })

  it('R250 logs neither tokens nor texts', async () => {
    const { double, connect, ana, bot, lines, texts } = await openListening()
    await connect()
    double.say(ana, 'a-secret-text')
    await eventually(() => expect(texts).toHaveLength(1))
    double.revoke(bot.appToken)
    double.sockets.drop()
    await eventually(() => expect(JSON.stringify(lines)).toContain('app_token_refused'))
    const logged = JSON.stringify(lines)
    for (const secret of ['a-secret-text', bot.appToken, bot.botToken, 'ticket'])
      expect(logged).not.toContain(secret)
  })
})
