import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { workspaceChatDouble, type WorkspaceChatDoubleOptions } from './workspace-chat-double.ts'
import { signatureOf } from './workspace-chat-double-requests.ts'

const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

async function open(options: WorkspaceChatDoubleOptions = {}) {
  const double = await workspaceChatDouble(options)
  onTestFinished(() => double.close())
  const call = async (
    method: string,
    fields: Record<string, string> = {},
    token = double.world.botToken,
  ) => {
    const response = await fetch(`${double.apiUrl}${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
    })
    return (await response.json()) as { readonly error?: string; readonly url?: string }
  }
  /** A socket that keeps what it gets and acknowledges what `isTaken` says. */
  const dial = async (isTaken: (type: string) => boolean = () => true) => {
    const { url = '' } = await call('apps.connections.open', {}, double.world.appToken)
    const socket = new WebSocket(url)
    onTestFinished(() => socket.terminate())
    const frames: {
      readonly type: string
      readonly envelope_id: string
      readonly retry_attempt: number
    }[] = []
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as (typeof frames)[number]
      frames.push(frame)
      if (frame.envelope_id && isTaken(frame.type))
        socket.send(JSON.stringify({ envelope_id: frame.envelope_id }))
    })
    await eventually(() => expect(frames).toMatchObject([{ type: 'hello' }]))
    return { socket, frames }
  }
  return { double, call, dial, ana: double.addPerson('ana') }
}

describe('sockets', () => {
  it('get each event once, in turn, and again at another one when it is not acknowledged', async () => {
    const { double, dial, ana } = await open({ ackMs: 30 })
    const sockets = [await dial(() => false), await dial()]
    double.say(ana, 'one')
    await eventually(() => expect(sockets.map(({ frames }) => frames.length)).toEqual([2, 2]))
    expect(sockets[1]?.frames[1]).toMatchObject({ type: 'events_api', retry_attempt: 1 })
    double.say(ana, 'two')
    await eventually(() => expect(double.sockets.envelopes.at(-1)?.isAcknowledged).toBe(true))
  })

  it.for(['revokeBot', 'uninstall'] as const)(
    'get the event of a lost access, and the token is refused: %s',
    async (end) => {
      const { double, call, dial } = await open()
      await dial()
      double[end]()
      const { teamId: team_id, appId: api_app_id } = double.world
      expect(double.sockets.envelopes[0]?.event.payload).toMatchObject({ team_id, api_app_id })
      expect(await call('auth.test')).toMatchObject({ ok: false })
    },
  )

  it('announce their end, and lose what comes when there is none', async () => {
    const { double, dial, ana } = await open()
    const { frames, socket } = await dial()
    double.sockets.announceEnd('warning')
    await eventually(() => expect(frames.at(-1)).toMatchObject({ type: 'disconnect' }))
    double.sockets.drop()
    await once(socket, 'close')
    double.say(ana, 'lost')
    expect(double.sockets.envelopes).toEqual([])
    expect(double.messages(ana)).toMatchObject([{ text: 'lost' }])
  })

  it('send any frame and an event once more, and fall silent', async () => {
    const { double, dial, ana } = await open()
    const { frames } = await dial()
    double.sockets.sendRaw('{"type":"other"}')
    double.say(ana, 'hello')
    await eventually(() =>
      expect(frames.map(({ type }) => type)).toEqual(['hello', 'other', 'events_api']),
    )
    const [envelope] = double.sockets.envelopes
    expect(envelope).toBeDefined()
    double.sockets.repeat(envelope!)
    await eventually(() => expect(frames).toHaveLength(4))
    double.sockets.mute()
    double.say(ana, 'unheard')
    expect(double.sockets.envelopes.at(-1)).toMatchObject({ isAcknowledged: false })
  })
})

describe('requests of events', () => {
  it('are signed, and repeated until the response is 2xx, four times at most', async () => {
    const { double, ana } = await open()
    const received: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] =
      []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(received.length === 1 ? 200 : 503).end('a-challenge')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await double.subscribe({ events: url, commands: url })).toBe('a-challenge')
    double.say(ana, 'hello')
    await eventually(() => expect(received).toHaveLength(5))
    const [, first, ...others] = received
    expect(others.map(({ headers }) => headers['x-slack-retry-num'])).toEqual(['1', '2', '3'])
    expect(new Set(others.map(({ body }) => body))).toEqual(new Set([first?.body]))
    for (const { headers, body } of received)
      expect(headers['x-slack-signature']).toBe(
        signatureOf(double.world.signingSecret, Number(headers['x-slack-request-timestamp']), body),
      )
  })
})

describe('methods', () => {
  it('refuse unknown names, tokens and permissions', async () => {
    const { double, call } = await open()
    const errorOf = async (...args: Parameters<typeof call>) => (await call(...args)).error
    expect(await errorOf('no.method')).toBe('unknown_method')
    expect(await errorOf('auth.test', {}, 'xoxb-another')).toBe('invalid_auth')
    expect(await errorOf('auth.test', {}, double.world.appToken)).toBe('not_allowed_token_type')
    expect(await errorOf('assistant.threads.setStatus')).toBe('missing_scope')
    double.revoke(double.world.botToken, 'account_inactive')
    expect(await errorOf('auth.test')).toBe('account_inactive')
    double.restore(double.world.botToken)
    expect(await errorOf('auth.test')).toBeUndefined()
  })

  it('refuse a reply to a reply, and anything in an archived channel', async () => {
    const { double, call, ana } = await open()
    const { ts } = double.say(ana, 'root')
    const channel = double.channelOf(ana)
    const reply = double.say(ana, 'reply', { fields: { thread_ts: ts } })
    const send = async (fields: Record<string, string>) =>
      (await call('chat.postMessage', { channel, text: 'x', ...fields })).error
    expect(await send({ thread_ts: reply.ts })).toBe('cannot_reply_to_message')
    expect(await send({ metadata: '{}' })).toBe('invalid_metadata_format')
    expect(await send({ blocks: '[1]' })).toBe('invalid_blocks')
    expect(await send({ channel: ana.id })).toBeUndefined()
    double.world.channels.get(channel)!.isArchived = true
    expect(await send({})).toBe('is_archived')
  })

  it('behave as a test says', async () => {
    const { double, ana } = await open()
    double.say(ana, 'hello')
    const statusOf = async () => {
      const response = await fetch(`${double.apiUrl}chat.postMessage`, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: `Bearer ${double.world.botToken}` },
        body: new URLSearchParams({ channel: double.channelOf(ana), text: 'x' }),
      }).catch(() => null)
      return response?.text().then(
        () => response.status,
        () => 'broken',
      )
    }
    const behaviours = ['html', 'reset', 'half', 'store_then_500', 'store_then_reset'] as const
    const seen: unknown[] = []
    for (const behaviour of behaviours) {
      double.behaveOnce('chat.postMessage', behaviour)
      seen.push(await statusOf())
    }
    double.behaveOnce('chat.postMessage', { redirect: 'http://127.0.0.1:1/' })
    seen.push(await statusOf())
    expect(seen).toEqual([200, undefined, 'broken', 500, undefined, 302])
    expect(double.messages(ana)).toHaveLength(4)
  })
})
