import type { BotMessengerBot, ChatInbox, WebhookReport } from '@ken/core/ports'
import type { Timing } from '@ken/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually, fastTiming, openMessengerForTest } from '../testing/messenger-world.ts'
import { telegramChatListener } from './telegram-chat-listener.ts'

const address = 'https://ken.test/chat/bot_messenger/updates'
const earlier = 'https://old.test/chat/bot_messenger/updates'
const secret = 'a-secret'

/** A bot whose server is to post, and what its inbox gets. The double posts to no address of these tests. */
async function open(now = () => new Date()) {
  const pauses: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    pauses.push(milliseconds)
    return fastTiming.after(milliseconds, callback)
  }
  const messenger = await openMessengerForTest({
    timing: { ...fastTiming, after },
    reach: () => 'http://127.0.0.1:1/',
  })
  const { double } = messenger
  const events: string[] = []
  const reports: (WebhookReport | undefined)[] = []
  const settled: Date[] = []
  const lease = { confirm: async () => {} }
  const note = (event: string, report?: WebhookReport) => {
    if (events.at(-1) !== event) events.push(event)
    reports.push(report)
  }
  const inbox: ChatInbox = {
    receive: async () => {},
    opened: () => {},
    catchingUp: () => {},
    blocked: async () => {},
    caughtUp: async (until) => void settled.push(until),
    alive: async (report) => note('alive', report),
    interrupted: async (fault, report) => note(fault, report),
    confirmLease: () => lease.confirm(),
  }
  const lines: unknown[] = []
  const write = (...line: readonly unknown[]) => void lines.push(line)
  const listen = (bot: Partial<BotMessengerBot> = {}, webhookAddress: string | null = address) => {
    const log = { info: write, warn: write, error: write }
    const listener = telegramChatListener(messenger.transport, {
      clock: { now },
      log,
      webhookAddress,
    })
    const owner = { ...messenger.bot, webhookSecret: secret, ...bot }
    const subscription = listener.listen(owner, new Date(0), inbox)
    onTestFinished(() => subscription.stop())
    return subscription
  }
  const calls = (method: string) => double.requests.filter((request) => request.method === method)
  return { ...messenger, events, reports, settled, pauses, lines, lease, listen, calls }
}

describe('keepWebhook', () => {
  it('R229 gives the server the address and the secret, and neither drops nor fetches what is pending', async () => {
    const { double, ana, listen, events, calls, lines } = await open()
    double.say(ana, 'before')
    listen()
    await eventually(() => expect(events).toContain('alive'))
    expect(double.world.webhook).toEqual({ url: address, secretToken: secret, maxConnections: 40 })
    expect(calls('setWebhook')[0]?.fields).toEqual({
      url: address,
      secret_token: secret,
      allowed_updates: ['message', 'my_chat_member'],
      max_connections: 40,
    })
    expect(double.world.updates).toHaveLength(1)
    expect([...double.world.commands.keys()]).toEqual(['', 'de'])
    expect(calls('getUpdates')).toEqual([])
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('sets it once, looks every half a minute, and again when it is gone', async () => {
    const { double, listen, calls, pauses } = await open()
    listen()
    await eventually(() => expect(calls('getWebhookInfo').length).toBeGreaterThan(3))
    expect(calls('setWebhook')).toHaveLength(1)
    expect(pauses).toContain(30_000)
    double.world.webhook = null
    await eventually(() => expect(double.world.webhook).toMatchObject({ url: address }))
  })

  it('sets it again when the base URL or the secret has changed', async () => {
    const { double, listen, events } = await open()
    for (const url of [earlier, address]) {
      double.world.webhook = { url, secretToken: 'an-old-secret', maxConnections: 40 }
      const subscription = listen({ webhookAddresses: [earlier] })
      const expected = { url: address, secretToken: secret }
      await eventually(() => expect(double.world.webhook).toMatchObject(expected))
      await subscription.stop()
    }
    expect(events).not.toContain('webhook_elsewhere')
  })

  it('sets it again if what the server posts is refused for five minutes, as with an older secret', async () => {
    let nowMs = Date.now()
    const { double, listen, calls } = await open(() => new Date(nowMs))
    listen()
    await eventually(() => expect(calls('setWebhook')).toHaveLength(1))
    double.world.webhook = { url: address, secretToken: 'older', maxConnections: 40 }
    const message = 'Wrong response from the webhook: 404 Not Found'
    double.world.lastWebhookError = { at: nowMs + 60_000, message }
    nowMs += 299_000
    const looked = calls('getWebhookInfo').length
    await eventually(() => expect(calls('getWebhookInfo').length).toBeGreaterThan(looked + 2))
    expect(calls('setWebhook')).toHaveLength(1)
    nowMs += 1_000
    await eventually(() => expect(double.world.webhook?.secretToken).toBe(secret))
    const again = calls('getWebhookInfo').length
    await eventually(() => expect(calls('getWebhookInfo').length).toBeGreaterThan(again + 2))
    expect(calls('setWebhook')).toHaveLength(2)
  })

  it('R71 sets nothing once another process listens, as after it was suspended', async () => {
    const { double, listen, lease, calls } = await open()
    lease.confirm = async () => {
      throw new Error('Another process listens.')
    }
    listen()
    await eventually(() => expect(calls('getWebhookInfo').length).toBeGreaterThan(3))
    expect(double.world.webhook).toBeNull()
    expect(calls('setWebhook')).toEqual([])
  })

  it('leaves the webhook of another program alone, also when that comes later', async () => {
    const { double, listen, events, calls } = await open()
    const other = { url: 'https://other.test/', secretToken: '', maxConnections: 40 }
    double.world.webhook = other
    listen()
    await eventually(() => expect(events).toEqual(['webhook_elsewhere']))
    double.world.webhook = null
    await eventually(() => expect(events.at(-1)).toBe('alive'))
    double.world.webhook = other
    await eventually(() => expect(events.at(-1)).toBe('webhook_elsewhere'))
    expect(double.world.webhook).toEqual(other)
    expect(calls('deleteWebhook')).toEqual([])
  })

  it('leaves the webhook where it is when it stops', async () => {
    const { double, listen, events } = await open()
    const subscription = listen()
    await eventually(() => expect(events).toContain('alive'))
    await subscription.stop()
    expect(double.world.webhook).toMatchObject({ url: address })
  })

  it('reports a server that refuses the address, and a base URL without https', async () => {
    const { double, listen, events, calls } = await open()
    const subscription = listen({}, null)
    await eventually(() => expect(events).toEqual(['webhook_insecure']))
    await subscription.stop()
    expect(calls('setWebhook')).toEqual([])
    double.behave('setWebhook', { status: 400, description: 'Bad Request: bad webhook: port' })
    listen()
    await eventually(() => expect(events.at(-1)).toBe('webhook_refused'))
  })

  it('reports what the server says, until nothing is pending any more', async () => {
    const { double, ana, listen, events, reports, settled } = await open()
    listen()
    await eventually(() => expect(settled.length).toBeGreaterThan(0))
    expect(reports[0]).toEqual({ pendingUpdates: 0, error: null, errorAt: null })
    double.say(ana, 'hello')
    await eventually(() => expect(events.at(-1)).toBe('webhook_failing'))
    expect(reports.at(-1)).toMatchObject({ pendingUpdates: 1, error: 'refused' })
    expect(Date.parse(reports.at(-1)?.errorAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const before = settled.length
    double.world.updates.splice(0)
    await eventually(() => expect(events.at(-1)).toBe('alive'))
    expect(settled.length).toBeGreaterThan(before)
    // An error that is over does not count when the next message is on its way.
    expect(reports.at(-1)).toMatchObject({ pendingUpdates: 0, error: 'refused' })
  })

  it('reports no error from before it was set, such as while Ken was stopped', async () => {
    const { double, ana, listen, events, reports } = await open()
    const failedAtMs = Date.now() - 3_000
    const fail = (atMs: number) =>
      (double.world.lastWebhookError = { at: atMs, message: 'Connection refused' })
    double.world.webhook = { url: address, secretToken: secret, maxConnections: 40 }
    double.say(ana, 'hello')
    fail(failedAtMs)
    listen()
    await eventually(() => expect(reports.length).toBeGreaterThan(0))
    expect(events).toEqual(['alive'])
    fail(failedAtMs + 60_000)
    await eventually(() => expect(events).toEqual(['alive', 'webhook_failing']))
  })

  it('reports an error that lasts once, although it sets the webhook again', async () => {
    let nowMs = Date.now()
    const { double, listen, events, calls } = await open(() => new Date(nowMs))
    listen()
    await eventually(() => expect(events).toEqual(['alive']))
    for (const sets of [2, 3]) {
      const info = {
        url: address,
        pending_update_count: 1,
        last_error_date: Math.floor(nowMs / 1_000) + 60,
        last_error_message: 'Wrong response from the webhook: 404 Not Found',
      }
      double.behave('getWebhookInfo', { json: { ok: true, result: info } })
      nowMs += 300_000
      await eventually(() => expect(calls('setWebhook')).toHaveLength(sets))
      const looked = calls('getWebhookInfo').length
      await eventually(() => expect(calls('getWebhookInfo').length).toBeGreaterThan(looked + 2))
    }
    expect(events).toEqual(['alive', 'webhook_failing'])
  })

  it('survives every failure of the server, and reports each kind once', async () => {
    const { double, listen, events } = await open()
    listen()
    await eventually(() => expect(events).toEqual(['alive']))
    for (const behaviour of ['reset', 'half', 'reset'] as const)
      double.behaveOnce('getWebhookInfo', behaviour)
    await eventually(() => expect(events).toEqual(['alive', 'unreachable', 'alive']))
    double.revoke()
    await eventually(() => expect(events.at(-1)).toBe('token_refused'))
    double.restore()
    await eventually(() => expect(events.at(-1)).toBe('alive'))
  })
})
