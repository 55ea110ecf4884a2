import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App, HTTPReceiver, LogLevel, type Logger } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  workspaceChatDouble,
  type WorkspaceChatDouble,
  type WorkspaceChatDoubleOptions,
} from './workspace-chat-double.ts'
import { tokensRevoked } from './workspace-chat-double-world.ts'

const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** The double is our reading of the protocol; here the official clients, which know nothing of it, work against it. */
async function open(options: WorkspaceChatDoubleOptions = {}) {
  const double = await workspaceChatDouble(options)
  onTestFinished(() => double.close())
  const client = new WebClient(double.world.botToken, clientOptions(double))
  return { double, client, ana: double.addPerson('ana') }
}

const clientOptions = ({ apiUrl }: WorkspaceChatDouble) => ({
  slackApiUrl: apiUrl,
  logLevel: LogLevel.ERROR,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
})

/** What an app of the official framework does in either transport: it answers messages, a command and its home. */
function listen(app: App) {
  const received: string[] = []
  app.message(async ({ message, say }) => {
    if (!('text' in message) || message.text === undefined) return
    received.push(message.text)
    await say({ text: `You said: ${message.text}`, thread_ts: message.ts })
  })
  app.command('/ken', async ({ command, ack, respond }) => {
    received.push(`/ken ${command.text}`)
    await ack('I answer you in our direct messages.')
    if (command.text === 'respond') await respond('later')
  })
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [] } })
  })
  app.event(
    'tokens_revoked',
    async ({ event }) => void received.push(`revoked ${event.tokens.bot?.join()}`),
  )
  app.event('app_uninstalled', async () => void received.push('uninstalled'))
  return received
}

/** It reports the end of a socket also when a test ends it. */
const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}

async function overSocket(options: WorkspaceChatDoubleOptions = {}) {
  const opened = await open(options)
  const { botToken: token, appToken } = opened.double.world
  const app = new App({
    token,
    appToken,
    socketMode: true,
    clientOptions: clientOptions(opened.double),
    logger: silent,
  })
  const received = listen(app)
  await app.start()
  onTestFinished(async () => void (await app.stop()))
  return { ...opened, app, received }
}

async function overHttp() {
  const opened = await open()
  const { botToken: token, signingSecret } = opened.double.world
  const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR })
  const app = new App({ token, receiver, clientOptions: clientOptions(opened.double) })
  const received = listen(app)
  const server = createServer((request, response) => receiver.requestListener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`
  return { ...opened, received, url, urls: { events: url, commands: url } }
}

describe('an app over sockets', () => {
  it('receives messages, acknowledges them, and answers in the thread', async () => {
    const { double, ana, received } = await overSocket()
    const question = double.say(ana, 'hello')
    await eventually(() => expect(double.messages(ana)).toHaveLength(2))
    expect(received).toEqual(['hello'])
    expect(double.messages(ana)[1]).toMatchObject({
      text: 'You said: hello',
      thread_ts: question.ts,
      user: double.world.botUser.id,
      app_id: double.world.appId,
    })
    await eventually(() =>
      expect(double.sockets.envelopes.every(({ isAcknowledged }) => isAcknowledged)).toBe(true),
    )
  })

  it('answers a command by its acknowledgement, and publishes a home', async () => {
    const { double, ana, received } = await overSocket()
    double.command(ana, 'printer')
    double.openHome(ana, 'home')
    await eventually(() =>
      expect(double.sockets.envelopes[0]?.response).toEqual({
        text: 'I answer you in our direct messages.',
      }),
    )
    await eventually(() =>
      expect(double.world.homes.get(ana.id)).toEqual({ type: 'home', blocks: [] }),
    )
    expect(received).toEqual(['/ken printer'])
    const replies = () => double.calls.filter(({ method }) => method === 'commands.respond')
    expect(replies()).toEqual([])
    double.command(ana, 'respond', { channelId: double.addChannel() })
    await eventually(() => expect(replies()).toMatchObject([{ fields: { text: 'later' } }]))
  })

  it('gets an event again that it does not acknowledge', async () => {
    const { double, ana, app } = await overSocket({ ackMs: 50 })
    const attempts: unknown[] = []
    app.use(async ({ context, next }) => {
      attempts.push(context.retryNum)
      if (attempts.length < 3) throw new Error('not now')
      await next()
    })
    app.error(async () => {})
    double.sockets.mute()
    double.say(ana, 'hello')
    await eventually(() => expect(double.sockets.envelopes).toHaveLength(3))
    expect(double.sockets.envelopes.map(({ attempt }) => attempt)).toEqual([0, 1, 2])
  })

  it('connects again when its socket is announced to end', async () => {
    const { double, ana, received } = await overSocket()
    double.sockets.announceEnd('refresh_requested')
    const opened = () => double.calls.filter(({ method }) => method === 'apps.connections.open')
    await eventually(() => expect(opened()).toHaveLength(2))
    await eventually(() => expect(double.sockets.count()).toBe(1))
    double.say(ana, 'afterwards')
    await eventually(() => expect(received).toEqual(['afterwards']))
  })

  it('survives a frame that is no envelope', async () => {
    const { double, ana, received } = await overSocket()
    double.sockets.sendRaw('{')
    double.say(ana, 'hello')
    await eventually(() => expect(received).toEqual(['hello']))
  })
})

describe('an app that loses its access', () => {
  it.for([
    ['sockets', overSocket],
    ['HTTP', overHttp],
  ] as const)('is notified over %s', async ([, start]) => {
    const opened = await start()
    const { double, received } = opened
    if ('urls' in opened) await double.subscribe(opened.urls)
    // The framework passes nothing on once its own token is refused.
    double.sendEvent(tokensRevoked(double.world))
    await eventually(() => expect(received).toEqual([`revoked ${double.world.botUser.id}`]))
    double.sendEvent({ type: 'app_uninstalled' })
    await eventually(() => expect(received.at(-1)).toBe('uninstalled'))
  })
})

describe('an app over HTTP', () => {
  it('passes the challenge, and receives signed events and commands', async () => {
    const { double, ana, received, urls } = await overHttp()
    expect(JSON.parse(await double.subscribe(urls))).toEqual({ challenge: 'a-challenge' })
    double.say(ana, 'hello')
    await eventually(() => expect(double.messages(ana)[1]?.text).toBe('You said: hello'))
    double.command(ana, 'printer')
    await eventually(() => expect(received).toEqual(['hello', '/ken printer']))
    await eventually(() =>
      expect(double.requests.map(({ status }) => status)).toEqual(double.requests.map(() => 200)),
    )
  })

  it('refuses another secret and an old time', async () => {
    const { double, url } = await overHttp()
    const body = JSON.stringify({ type: 'url_verification', challenge: 'x' })
    expect(await double.post(url, body)).toMatchObject({ status: 200 })
    expect(await double.post(url, body, { secret: 'another' })).toMatchObject({ status: 401 })
    expect(await double.post(url, body, { timestamp: 1_000_000_000 })).toMatchObject({
      status: 401,
    })
  })
})

/** The error of a call; `none` if it succeeds. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: { readonly data?: { readonly error: string }; readonly code: string }) =>
      error.data?.error ?? error.code,
  )

describe('the client', () => {
  it('reads who the token is, its app and its permissions', async () => {
    const { double, client } = await open()
    const { world } = double
    const found = await client.auth.test()
    expect(found).toMatchObject({
      team_id: world.teamId,
      user_id: world.botUser.id,
      bot_id: world.botId,
      response_metadata: { scopes: [...world.scopes] },
    })
    expect(await client.bots.info({ bot: world.botId })).toMatchObject({
      bot: { app_id: world.appId },
    })
  })

  it('posts into a thread with metadata and blocks, finds it again, and updates it', async () => {
    const { double, client, ana } = await open()
    const { ts } = double.say(ana, 'question')
    const channel = double.channelOf(ana)
    const metadata = { event_type: 'ken_answer', event_payload: { part: 0 } }
    const blocks = [{ type: 'rich_text' as const, elements: [] }]
    await client.chat.postMessage({ channel, thread_ts: ts, text: 'a', blocks, metadata })
    const last = await client.chat.postMessage({ channel, thread_ts: ts, text: 'b' })
    const find = (include_all_metadata: boolean) =>
      client.conversations.replies({ channel, ts, limit: 2, include_all_metadata })
    expect(await find(true)).toMatchObject({
      messages: [{ ts }, { text: 'a', metadata, blocks }],
      has_more: true,
    })
    expect((await find(false)).messages?.[1]).not.toHaveProperty('metadata')
    await client.chat.update({ channel, ts: last.ts ?? '', text: 'c' })
    expect(double.messages(ana).at(-1)).toMatchObject({ text: 'c' })
    const history = await client.conversations.history({ channel })
    expect(history.messages?.map((message) => message.ts)).toEqual([ts])
  })

  it('pages through direct channels', async () => {
    const { double, client, ana } = await open()
    for (const person of [ana, double.addPerson('ben'), double.addPerson('cem')])
      double.say(person, 'hello')
    const found: unknown[] = []
    for await (const page of client.paginate('users.conversations', { types: 'im', limit: 2 }))
      found.push(...((page as { channels?: unknown[] }).channels ?? []))
    expect(found).toHaveLength(3)
  })

  it('reads errors', async () => {
    const { double, client, ana } = await open()
    const send = (fields: object = {}) =>
      errorOf(client.chat.postMessage({ channel: double.channelOf(ana), text: 'x', ...fields }))
    expect(await send({ channel: 'D000' })).toBe('channel_not_found')
    const gone = { channel: double.channelOf(ana), ts: '1.2' }
    expect(await errorOf(client.conversations.replies(gone))).toBe('thread_not_found')
    expect(await send({ thread_ts: '1.2' })).toBe('none')
    expect(await send({ text: '' })).toBe('no_text')
    const long = [{ type: 'section', text: { type: 'plain_text', text: 'x'.repeat(13_200) } }]
    expect(await send({ blocks: long })).toBe('msg_blocks_too_long')
    double.world.scopes.delete('chat:write')
    expect(await send()).toBe('missing_scope')
    double.revoke(double.world.botToken)
    expect(await send()).toBe('token_revoked')
    double.behaveOnce('chat.postMessage', { status: 429, retryAfter: 7 })
    expect(await send()).toBe('slack_webapi_rate_limited_error')
    double.behaveOnce('chat.postMessage', 'html')
    expect(await send()).not.toBe('none')
  })

  it('opens a socket with the app token alone', async () => {
    const { double, client } = await open()
    await expect(client.apps.connections.open()).rejects.toMatchObject({
      data: { error: 'not_allowed_token_type' },
    })
    const app = new WebClient(double.world.appToken, clientOptions(double))
    const { url = '' } = await app.apps.connections.open()
    const [first, second] = [new WebSocket(url), new WebSocket(url)]
    await once(first, 'open')
    await once(second, 'error')
    first.close()
  })

  it('knows people, with their address if that is allowed', async () => {
    const { double, client, ana } = await open()
    const find = () => client.users.info({ user: ana.id })
    expect((await find()).user).toMatchObject({ is_email_confirmed: true, deleted: false })
    expect((await find()).user?.profile).not.toHaveProperty('email')
    double.world.scopes.add('users:read.email')
    expect((await find()).user?.profile?.email).toBe('ana@example.com')
  })
})
