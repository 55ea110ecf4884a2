import { chatListenerContract } from '@ken/core/contracts'
import type { ChatInbox, Log } from '@ken/core/ports'
import type { Timing } from '@ken/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  eventually,
  fastTiming,
  openMessenger,
  openMessengerForTest,
} from '../testing/messenger-world.ts'
import { telegramChatListener } from './telegram-chat-listener.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }

chatListenerContract('telegram', async () => {
  const { double, ana, bot, transport, setUnavailable, close } = await openMessenger({
    timing: fastTiming,
  })
  return {
    listener: telegramChatListener(transport, { clock, log, webhookAddress: null }),
    bot,
    say: (text) => new Date(double.say(ana, text).date * 1_000),
    setUnavailable,
    setRevoked: (isRevoked) => (isRevoked ? double.revoke() : double.restore()),
    readsBack: false,
    close,
  }
})

/** A listener that has listened before, with an inbox that keeps what it gets. */
async function open() {
  const pauses: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    pauses.push(milliseconds)
    return fastTiming.after(milliseconds, callback)
  }
  const messenger = await openMessengerForTest({ timing: { ...fastTiming, after } })
  const events: unknown[] = []
  const lines: string[] = []
  const inbox: ChatInbox = {
    receive: async (event) => void events.push(event.ok ? event.value.text : event.error.reason),
    opened: () => {},
    catchingUp: () => {},
    blocked: async (channelId) => void events.push(`blocked ${channelId}`),
    caughtUp: async () => {},
    alive: async () => {},
    interrupted: async (fault) => void events.push(fault),
    confirmLease: async () => {},
  }
  const note = (event: string, fields: unknown) => void lines.push(event, JSON.stringify(fields))
  const listen = (changed: Partial<ChatInbox> = {}, since: Date | null = new Date(0)) => {
    const listener = telegramChatListener(messenger.transport, {
      clock,
      log: { info: note, warn: note, error: note },
      webhookAddress: 'https://ken.test/updates',
    })
    const subscription = listener.listen(messenger.bot, since, { ...inbox, ...changed })
    onTestFinished(() => subscription.stop())
    return subscription
  }
  return { ...messenger, events, lines, pauses, listen }
}

describe('telegramChatListener', () => {
  it('R220 confirms an update only after the inbox has accepted it', async () => {
    const { double, ana, listen, events } = await open()
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
    for (const text of ['one', 'two']) double.say(ana, text)
    const subscription = listen({
      receive: async (event) => {
        if (event.ok && event.value.text === 'two') await accepted
        events.push('received')
      },
    })
    await eventually(() => expect(events).toEqual(['received']))
    expect(double.world.updates).toHaveLength(2)
    accept()
    await eventually(() => expect(double.world.updates).toEqual([]))
    await subscription.stop()
    expect(events).toEqual(['received', 'received'])
  })

  it('R220 redelivers an update that the inbox rejected, but not the earlier ones', async () => {
    const { double, ana, listen, pauses } = await open()
    const received: string[] = []
    for (const text of ['one', 'two', 'three']) double.say(ana, text)
    listen({
      receive: async (event) => {
        const text = event.ok ? event.value.text : ''
        received.push(text)
        if (text === 'two' && received.length < 4) throw new Error('not now')
      },
    })
    await eventually(() => expect(received.at(-1)).toBe('three'))
    expect(received).toEqual(['one', 'two', 'two', 'two', 'three'])
    const delays = pauses.filter((milliseconds) => milliseconds < 2_001)
    expect(delays.length).toBeGreaterThan(1)
  })

  it('reports its start until the inbox has stored it', async () => {
    const { double, listen } = await open()
    const marks: number[] = []
    const caughtUp = async (until: Date) => {
      marks.push(until.getTime())
      if (marks.length < 3) throw new Error('not now')
    }
    listen({ caughtUp }, null)
    await eventually(() => expect(double.isPolled()).toBe(true))
    expect(marks).toHaveLength(3)
    expect(new Set(marks).size).toBe(1)
  })

  it.for(['half', 'store_then_reset', 'store_then_500', 'html', 'reset'] as const)(
    'loses nothing when a response fails: %s',
    async (behaviour) => {
      const { double, ana, listen, events } = await open()
      double.behaveOnce('getUpdates', behaviour)
      double.say(ana, 'hello')
      listen()
      await eventually(() => expect(events.at(-1)).toBe('hello'))
      expect(events).toHaveLength(2)
    },
  )

  it('asks for fewer updates while a response is too large, and for as many as before after it', async () => {
    const { double, ana, listen, events } = await open()
    for (let times = 0; times < 3; times += 1) double.behaveOnce('getUpdates', 'huge')
    double.say(ana, 'hello')
    listen()
    await eventually(() => expect(events).toEqual(['hello']))
    await eventually(() => expect(double.isPolled()).toBe(true))
    const calls = double.requests.filter(({ method }) => method === 'getUpdates')
    expect(calls.map(({ fields }) => fields['limit'])).toEqual([100, 50, 25, 12, 100])
  })

  it('R220 drops and counts a single update that is too large to be read, and confirms nothing else with it', async () => {
    const { double, ana, listen, events, lines } = await open()
    double.say(ana, 'before')
    double.say(ana, 'canary', { isHuge: true })
    double.say(ana, 'after')
    const [, second, third] = double.world.updates.map(({ update }) => update.update_id)
    const offset = () =>
      Math.max(...double.requests.map(({ fields }) => Number(fields['offset'] ?? 0)))
    const offsets = new Map<unknown, number>()
    let rejections = 0
    listen({
      receive: async (event) => {
        const received = event.ok ? event.value.text : event.error
        offsets.set(event.ok ? received : 'dropped', offset())
        if (!event.ok && (rejections += 1) < 2) throw new Error('not now')
        events.push(received)
      },
    })
    // Up to each, seven responses.
    await eventually(() => expect(events.at(0)).toBe('before'))
    await eventually(() => expect(rejections).toBeGreaterThan(0))
    await eventually(() => expect(events.at(-1)).toBe('after'))
    expect(events).toEqual(['before', { reason: 'oversized', post: null }, 'after'])
    // When each was received, only what came before it was confirmed.
    expect([offsets.get('dropped'), offsets.get('after')]).toEqual([second, third])
    await eventually(() => expect(double.world.updates).toEqual([]))
    expect(lines.join()).not.toContain('canary')
  })

  it('reports a server whose single update is too large', async () => {
    const { double, listen, events } = await open()
    double.behave('getUpdates', 'huge')
    listen()
    await eventually(() => expect(events).toEqual(['not_telegram']))
    const calls = double.requests.filter(({ method }) => method === 'getUpdates')
    expect(calls.slice(0, 7).map(({ fields }) => fields['limit'])).toEqual([
      100, 50, 25, 12, 6, 3, 1,
    ])
  })

  it('offers its commands, in the language of the app', async () => {
    const { double, listen } = await open()
    listen()
    await eventually(() => expect([...double.world.commands.keys()]).toEqual(['', 'de']))
    expect(double.world.commands.get('')?.map(({ command }) => command)).toEqual(['new', 'help'])
  })

  it('listens without offering commands if the server refuses them', async () => {
    const { double, ana, listen, events } = await open()
    double.behave('setMyCommands', 'reset')
    double.say(ana, 'hello')
    listen()
    await eventually(() => expect(events).toEqual(['hello']))
  })

  it('R254 gives way for half a minute to another program that polls', async () => {
    const { double, ana, listen, events, pauses } = await open()
    listen()
    await eventually(() => expect(double.isPolled()).toBe(true))
    double.pollElsewhere()
    await eventually(() => expect(events).toEqual(['other_poller']))
    double.say(ana, 'hello')
    await eventually(() => expect(events).toEqual(['other_poller', 'hello']))
    expect(pauses).toContain(30_000)
  })

  it('reports a webhook of another program, and leaves it alone', async () => {
    const { double, listen, events } = await open()
    double.world.webhook = { url: 'http://127.0.0.1:1/', secretToken: '', maxConnections: 40 }
    listen()
    await eventually(() => expect(events).toEqual(['webhook_elsewhere']))
    expect(double.requests.map(({ method }) => method)).not.toContain('deleteWebhook')
  })

  it('removes its own webhook, which a listener that was suspended has set again', async () => {
    const { double, ana, listen, events } = await open()
    double.world.webhook = { url: 'https://ken.test/updates', secretToken: 'a', maxConnections: 1 }
    listen()
    await eventually(() => expect(events).toEqual(['webhook_elsewhere']))
    double.say(ana, 'hello')
    await eventually(() => expect(events).toContain('hello'))
    expect(double.world.webhook).toBeNull()
  })

  it('R71 leaves even its own webhook alone once another process listens', async () => {
    const { double, listen } = await open()
    const webhook = { url: 'https://ken.test/updates', secretToken: 'a', maxConnections: 1 }
    double.world.webhook = webhook
    listen({
      confirmLease: async () => {
        throw new Error('Another process listens.')
      },
    })
    const looks = () => double.requests.filter(({ method }) => method === 'getWebhookInfo')
    await eventually(() => expect(looks().length).toBeGreaterThan(2))
    expect(double.world.webhook).toEqual(webhook)
  })

  it('reports the token of another bot as refused', async () => {
    const { double, listen, events } = await open()
    Object.assign(double.world.bot, { id: 7_000_000_002 })
    listen()
    await eventually(() => expect(events).toEqual(['token_refused']))
    expect(double.requests.map(({ method }) => method)).not.toContain('getUpdates')
  })

  it('receives updates whose ids start again lower, as after a week without any', async () => {
    const { double, ana, listen, events } = await open()
    double.say(ana, 'one')
    listen()
    await eventually(() => expect(events).toEqual(['one']))
    await eventually(() => expect(double.isPolled()).toBe(true))
    double.timeOutPoll()
    await eventually(() => expect(double.isPolled()).toBe(true))
    double.restartUpdateIds(5)
    double.say(ana, 'two')
    await eventually(() => expect(events).toEqual(['one', 'two']))
  })

  it('counts edits and groups as dropped, and reports people who block the bot', async () => {
    const { double, ana, bot, listen, events } = await open()
    const message = double.say(ana, 'first')
    double.say(ana, 'in a group', { chatId: double.addGroup('Team') })
    double.edit(message, 'second')
    double.block(ana)
    double.unblock(ana)
    listen()
    await eventually(() =>
      expect(events).toEqual(['first', 'not_direct', 'edited', `blocked ${bot.botId}:${ana.id}`]),
    )
  })

  it('R250 keeps the token and texts out of its log when calls fail', async () => {
    const { double, ana, bot, listen, events, lines, setUnavailable } = await open()
    double.say(ana, 'canary')
    for (const behaviour of ['html', 'half', 'huge', 'store_then_500'] as const)
      double.behaveOnce('getUpdates', behaviour)
    double.behaveOnce('getUpdates', { status: 400, description: `canary ${bot.token}` })
    double.behaveOnce('getUpdates', { json: { ok: true, result: ['canary'] } })
    listen()
    await eventually(() => expect(events.at(-1)).toBe('canary'))
    await setUnavailable(true)
    await eventually(() => expect(events.at(-1)).toBe('unreachable'))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.join()).not.toMatch(new RegExp(`canary|${bot.token}|127\\.0\\.0\\.1`))
  })

  it('ends at once, in the middle of a poll', async () => {
    const { double, listen } = await open()
    const subscription = listen()
    await eventually(() => expect(double.isPolled()).toBe(true))
    await subscription.stop()
    await eventually(() => expect(double.isPolled()).toBe(false))
  })
})
