import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, type RawData } from 'ws'
import {
  teamChatDouble,
  type TeamChatDouble,
  type TeamChatDoubleOptions,
} from './team-chat-double.ts'

const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

async function open(options: TeamChatDoubleOptions = {}) {
  const double = await teamChatDouble(options)
  onTestFinished(() => double.close())
  const alice = double.addPerson('alice')
  return { double, alice }
}

async function ask(
  double: TeamChatDouble,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const authorization = `Bearer ${double.bot.token}`
  const init = {
    method,
    headers: { authorization, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  }
  const response = await fetch(`${double.url}/api/v4${path}`, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
}

/** A socket that keeps what it hears. */
function dial(double: TeamChatDouble, query = '', token = double.bot.token) {
  const socket = new WebSocket(`${double.url}/api/v4/websocket${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  onTestFinished(() => socket.terminate())
  const frames: {
    event?: string
    seq?: number
    status?: string
    data?: { connection_id?: string; post?: string }
  }[] = []
  socket.on('message', (data: RawData) =>
    frames.push(JSON.parse((data as Buffer).toString()) as (typeof frames)[number]),
  )
  const received = (count: number) =>
    eventually(() => expect(frames.length).toBeGreaterThanOrEqual(count))
  return {
    socket,
    frames,
    received,
    seqs: () => frames.map(({ seq }) => seq),
    closed: once(socket, 'close') as Promise<[number]>,
  }
}

/** A connection that was greeted, and then lost its socket. */
async function lost(double: TeamChatDouble) {
  const first = dial(double)
  await first.received(2)
  double.sockets.drop()
  await first.closed
  await eventually(() => expect(double.sockets.openCount()).toBe(0))
  return first.frames[0]?.data?.connection_id ?? ''
}

describe('posts', () => {
  it('tells of a post before it answers, and of the same pending id only once', async () => {
    const { double, alice } = await open()
    const { channel_id } = double.say(alice, 'hello')
    const { frames, received } = dial(double)
    await received(2)
    const draft = { channel_id, message: 'hi', pending_post_id: 'one' }
    const [first, second] = [
      await ask(double, 'POST', '/posts', draft),
      await ask(double, 'POST', '/posts', draft),
    ]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json()['id']).toBe(first.json()['id'])
    expect(frames.filter(({ event }) => event === 'posted')).toHaveLength(1)
    expect(double.posts(channel_id).map(({ message }) => message)).toEqual(['hello', 'hi'])
  })

  it('forgets a pending id after thirty seconds', async () => {
    let at = 1_000
    const { double, alice } = await open({ now: () => at })
    const { channel_id } = double.say(alice, 'hello')
    const draft = { channel_id, message: 'hi', pending_post_id: 'one' }
    await ask(double, 'POST', '/posts', draft)
    at += 31_000
    await ask(double, 'POST', '/posts', draft)
    expect(double.posts(channel_id)).toHaveLength(3)
  })

  it('answers 500 for a pending id that is being saved', async () => {
    const { double, alice } = await open()
    const { channel_id } = double.say(alice, 'hello')
    double.behave('POST /posts', { slowMs: 100 })
    const draft = { channel_id, message: 'hi', pending_post_id: 'one' }
    const both = await Promise.all([
      ask(double, 'POST', '/posts', draft),
      ask(double, 'POST', '/posts', draft),
    ])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 500]))
  })

  it('refuses a root that is a reply, is deleted or is elsewhere', async () => {
    const { double, alice } = await open()
    const root = double.say(alice, 'root')
    const reply = double.say(alice, 'reply', { rootId: root.id })
    const elsewhere = double.say(double.addPerson('bob'), 'other')
    const post = (root_id: string) =>
      ask(double, 'POST', '/posts', { channel_id: root.channel_id, message: 'x', root_id })
    expect((await post(reply.id)).json()['id']).toBe('api.post.create_post.root_id.app_error')
    expect((await post(elsewhere.id)).json()['id']).toBe(
      'api.post.create_post.channel_root_id.app_error',
    )
    await ask(double, 'DELETE', `/posts/${root.id}`)
    expect((await post(root.id)).json()['id']).toBe('api.post.create_post.root_id.app_error')
  })

  it('lists, since a moment, also deleted posts and old texts', async () => {
    const { double, alice } = await open()
    const [first, second] = [double.say(alice, 'first'), double.say(alice, 'second')]
    await ask(double, 'PUT', `/posts/${first.id}/patch`, { message: 'edited' })
    await ask(double, 'DELETE', `/posts/${second.id}`)
    const { order, posts } = (
      await ask(double, 'GET', `/channels/${first.channel_id}/posts?since=${first.create_at}`)
    ).json() as {
      order: string[]
      posts: Record<string, { original_id: string; delete_at: number }>
    }
    expect(order).toHaveLength(3)
    expect(Object.values(posts).filter(({ original_id }) => original_id !== '')).toHaveLength(1)
    expect(posts[second.id]?.delete_at).not.toBe(0)
  })
})

describe('answers', () => {
  it('gives a bot without a channel a list of channels that is no JSON', async () => {
    const { double } = await open()
    const { status, text } = await ask(double, 'GET', '/users/me/channels')
    expect(status).toBe(200)
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  it('speaks the language of the request in its errors', async () => {
    const { double } = await open()
    double.revoke(double.bot)
    const german = await ask(double, 'GET', '/users/me', undefined, { 'accept-language': 'de' })
    const other = await ask(double, 'GET', '/users/me')
    expect([german.status, other.status]).toEqual([401, 401])
    expect(german.json()['id']).toBe(other.json()['id'])
    expect(german.json()['message']).not.toBe(other.json()['message'])
  })

  it('adds the headers of its rate limit twice', async () => {
    const { double } = await open()
    double.behave('*', 'rate_limited')
    const { status, headers } = await ask(double, 'GET', '/users/me')
    expect(status).toBe(429)
    expect([headers.get('retry-after'), headers.get('x-ratelimit-reset')]).toEqual(['9, 9', '9, 9'])
  })
})

describe('sockets', () => {
  it('takes a bad token in silence and drops it', async () => {
    const { double } = await open({ authCheckMs: 30 })
    const { frames, closed } = dial(double, '', 'wrong')
    expect((await closed)[0]).toBe(1006)
    expect(frames).toEqual([])
  })

  it('keeps a socket open whose token ended, says nothing on it, and fails its ping for ever', async () => {
    const { double, alice } = await open()
    const { socket, frames, received } = dial(double)
    await received(2)
    double.revoke(double.bot)
    double.say(alice, 'unheard')
    double.restore(double.bot)
    double.say(alice, 'unheard too')
    socket.send(JSON.stringify({ seq: 1, action: 'ping' }))
    await received(3)
    expect(frames.slice(2)).toMatchObject([{ status: 'FAIL', error: { status_code: 401 } }])
  })

  it('resumes without a hello and without loss', async () => {
    const { double, alice } = await open()
    const id = await lost(double)
    double.say(alice, 'while disconnected')
    const { frames, received, seqs } = dial(double, `?connection_id=${id}&sequence_number=2`)
    await received(2)
    expect(frames.map(({ event }) => event)).toEqual(['direct_added', 'posted'])
    expect(seqs()).toEqual([2, 3])
  })

  it('resumes without a word when it is asked for number 0', async () => {
    const { double, alice } = await open()
    const { received, frames } = dial(
      double,
      `?connection_id=${await lost(double)}&sequence_number=0`,
    )
    await eventually(() => expect(double.sockets.openCount()).toBe(1))
    double.say(alice, 'after')
    await received(2)
    expect(frames.map(({ event }) => event)).toEqual(['direct_added', 'posted'])
  })

  it('sends again what it had sent', async () => {
    const { double } = await open()
    const { received, seqs } = dial(
      double,
      `?connection_id=${await lost(double)}&sequence_number=1`,
    )
    await received(1)
    expect(seqs()).toEqual([1])
  })

  it.for([
    { name: 'a number it never sent', query: () => '&sequence_number=77' },
    {
      name: 'a connection it forgot',
      query: (double: TeamChatDouble) => (double.sockets.restart(), '&sequence_number=2'),
    },
  ] as const)('starts over for $name', async ({ query }) => {
    const { double } = await open()
    const id = await lost(double)
    const { frames, received } = dial(double, `?connection_id=${id}${query(double)}`)
    await received(1)
    expect(frames[0]).toMatchObject({ event: 'hello', seq: 0 })
    expect(frames[0]?.data?.connection_id).not.toBe(id)
  })

  it('starts over while the old socket is open', async () => {
    const { double } = await open()
    const first = dial(double)
    await first.received(2)
    const { frames, received } = dial(
      double,
      `?connection_id=${first.frames[0]?.data?.connection_id}&sequence_number=2`,
    )
    await received(1)
    expect(frames[0]?.event).toBe('hello')
  })

  it.for([
    '?connection_id=short&sequence_number=2',
    '?connection_id={id}',
    '?connection_id={id}&sequence_number=x',
  ])('drops what it cannot read: %s', async (query) => {
    const { double } = await open()
    const { closed } = dial(double, query.replace('{id}', await lost(double)))
    expect((await closed)[0]).toBe(1006)
  })

  it('closes as the real server does: 1005, 1006, 1009', async () => {
    const { double } = await open()
    const codes: number[] = []
    const closings: ((socket: WebSocket) => void)[] = [
      () => double.sockets.overflow(),
      () => double.sockets.drop(),
      (socket) => socket.send('x'.repeat(9_000)),
      (socket) => socket.send(Buffer.from('{"seq":1,"action":"ping"}')),
    ]
    for (const end of closings) {
      const { socket, received, closed } = dial(double)
      await received(2)
      end(socket)
      codes.push((await closed)[0])
    }
    expect(codes).toEqual([1005, 1006, 1009, 1006])
  })

  it('takes an old token by challenge, hello before the reply', async () => {
    const { double } = await open()
    const { socket, frames, received } = dial(double, '', 'none')
    await once(socket, 'open')
    socket.send(
      JSON.stringify({
        seq: 1,
        action: 'authentication_challenge',
        data: { token: double.bot.token },
      }),
    )
    await received(3)
    expect(frames).toMatchObject([
      { event: 'hello' },
      { event: 'status_change' },
      { status: 'OK', seq_reply: 1 },
    ])
  })
})
