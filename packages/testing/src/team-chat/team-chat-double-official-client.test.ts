import { Client4, WebSocketClient } from '@mattermost/client'
import type { Post } from '@mattermost/types/posts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket as HeaderWebSocket } from 'ws'
import { teamChatDouble, type TeamChatDouble } from './team-chat-double.ts'

// The client tells the console of every connection, of its last attempts also after the test.
console.log = () => {}

const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** The double is our reading of the protocol; here the official client, which knows nothing of it, works against it. */
async function open() {
  const double = await teamChatDouble({ authCheckMs: 50 })
  onTestFinished(() => double.close())
  const alice = double.addPerson('alice')
  const client = new Client4()
  client.setUrl(double.url)
  client.setToken(double.bot.token)
  return { double, alice, client }
}

const draft = (post: Partial<Post>): Parameters<Client4['createPost']>[0] => post as Post

describe('Client4', () => {
  it('reads who the token speaks for', async () => {
    const { double, client } = await open()
    expect(await client.getMe()).toMatchObject({ id: double.bot.id, username: 'ken', is_bot: true })
  })

  it('opens a direct channel, posts a thread and pages through it', async () => {
    const { double, alice, client } = await open()
    const channel = await client.createDirectChannel([double.bot.id, alice.id])
    expect(await client.createDirectChannel([alice.id, double.bot.id])).toMatchObject({
      id: channel.id,
      type: 'D',
    })
    const root = await client.createPost(draft({ channel_id: channel.id, message: 'root' }))
    const replies: string[] = []
    for (const message of ['one', 'two', 'three'])
      replies.push(
        (await client.createPost(draft({ channel_id: channel.id, message, root_id: root.id }))).id,
      )

    expect((await client.getPostThread(root.id)).order).toEqual([root.id, ...replies])
    const [first = ''] = replies
    const paging = {
      direction: 'down',
      perPage: 1,
      fromPost: first,
      fromCreateAt: (await client.getPost(first)).create_at,
    } as const
    const page = await client.getPaginatedPostThread(root.id, paging)
    expect(page.order).toEqual([root.id, replies[1]])
    expect(page.has_next).toBe(true)
  })

  it('lists a channel by page, before and after a post', async () => {
    const { double, alice, client } = await open()
    const posts = Array.from({ length: 5 }, (_, place) => double.say(alice, `post ${place}`))
    const ids = posts.map(({ id }) => id)
    const channelId = posts[0]?.channel_id ?? ''
    expect((await client.getPosts(channelId, 1, 2)).order).toEqual([ids[2], ids[1]])
    expect((await client.getPostsBefore(channelId, ids[2] ?? '')).order).toEqual([ids[1], ids[0]])
    expect((await client.getPostsAfter(channelId, ids[2] ?? '')).order).toEqual([ids[4], ids[3]])
    expect(await client.getAllTeamsChannels()).toMatchObject([
      { id: channelId, type: 'D', last_post_at: posts[4]?.create_at },
    ])
  })

  it('edits and deletes', async () => {
    const { double, alice, client } = await open()
    const { id, channel_id } = double.say(alice, 'old')
    expect(await client.patchPost({ id, message: 'new' })).toMatchObject({ id, message: 'new' })
    await client.deletePost(id)
    await expect(client.getPost(id)).rejects.toMatchObject({ status_code: 404 })
    expect((await client.getPosts(channel_id)).order).toEqual([])
  })

  it('reads errors by their id', async () => {
    const { double, client } = await open()
    double.revoke(double.bot)
    await expect(client.getMe()).rejects.toMatchObject({
      server_error_id: 'api.context.session_expired.app_error',
      status_code: 401,
    })
  })
})

type Received = {
  readonly event: string
  readonly seq: number
  readonly data: { readonly post?: string }
}

function withHeaders(url: string, headers: { readonly authorization: string }): WebSocket {
  return new HeaderWebSocket(url, { headers }) as unknown as WebSocket // Its class has all that the client calls, and types of its own.
}

function listen(
  double: TeamChatDouble,
  { byHeader, pingEveryMs = 5_000 }: { readonly byHeader: boolean; readonly pingEveryMs?: number },
) {
  const received: Received[] = []
  let misses = 0
  let closings = 0
  const headers = { authorization: `Bearer ${double.bot.token}` }
  const client = new WebSocketClient({
    maxWebSocketFails: 7,
    minWebSocketRetryTime: 10,
    maxWebSocketRetryTime: 100,
    reconnectJitterRange: 1,
    clientPingInterval: pingEveryMs,
    newWebSocketFn: (url) => (byHeader ? withHeaders(url, headers) : new WebSocket(url)),
  })
  client.addMessageListener((message) => {
    received.push(message as unknown as Received) // The client's types know none of the double's events apart.
  })
  client.addMissedMessageListener(() => void (misses += 1))
  client.addCloseListener(() => void (closings += 1))
  onTestFinished(() => client.close())
  client.initialize(
    `${double.url.replace('http', 'ws')}/api/v4/websocket`,
    byHeader ? undefined : double.bot.token,
  )
  return {
    client,
    received,
    missed: () => misses,
    closed: () => closings,
    events: () => received.map(({ event }) => event),
  }
}

describe('WebSocketClient', () => {
  it('authenticates by challenge and hears a post in a shape it takes', async () => {
    const { double, alice } = await open()
    const { received, events } = listen(double, { byHeader: false })
    await eventually(() => expect(events()).toEqual(['hello', 'status_change']))
    const post = double.say(alice, 'hello')
    await eventually(() =>
      expect(events()).toEqual(['hello', 'status_change', 'direct_added', 'posted']),
    )
    expect(JSON.parse(received[3]?.data.post ?? '')).toEqual({ ...post })
    expect(received.map(({ seq }) => seq)).toEqual([0, 1, 2, 3])
  })

  it('is answered every ping, and gets its typing across', async () => {
    const { double, alice } = await open()
    const { channel_id } = double.say(alice, 'hello')
    const { client, received, closed } = listen(double, { byHeader: true })
    const replies: { status: string; data?: { text: string } }[] = []
    // Its types forget the reply that a callback gets.
    const note = (reply: { status: string }) => void replies.push(reply)
    await eventually(() => expect(received).toHaveLength(2))
    client.ping(note as () => void)
    client.userTyping(channel_id, '', note as () => void)
    await eventually(() =>
      expect(replies).toMatchObject([{ status: 'OK', data: { text: 'pong' } }, { status: 'OK' }]),
    )
    expect(closed()).toBe(0)
  })

  it('takes a connection up again without having missed anything', async () => {
    const { double, alice } = await open()
    const { received, missed, closed } = listen(double, { byHeader: true })
    await eventually(() => expect(received).toHaveLength(2))
    double.sockets.drop()
    double.say(alice, 'while disconnected')
    await eventually(() => expect(received).toHaveLength(4))
    expect(received.map(({ seq }) => seq)).toEqual([0, 1, 2, 3])
    expect([missed(), closed()]).toEqual([0, 1])
  })

  it('knows that it missed something when the server was started again', async () => {
    const { double } = await open()
    const { events, missed } = listen(double, { byHeader: true })
    await eventually(() => expect(events()).toHaveLength(2))
    double.sockets.restart()
    await eventually(() => expect(missed()).toBe(1))
    await eventually(() =>
      expect(events()).toEqual(['hello', 'status_change', 'hello', 'status_change']),
    )
  })

  it('notices a gap in the sequence, and starts over', async () => {
    const { double, alice } = await open()
    double.say(alice, 'first')
    const { received, missed, closed } = listen(double, { byHeader: true })
    await eventually(() => expect(received).toHaveLength(2))
    double.sockets.skipSequence(5)
    double.say(alice, 'second')
    await eventually(() => expect(missed()).toBe(1))
    expect(closed()).toBe(1)
  })

  it('drops a socket that went silent', async () => {
    const { double } = await open()
    const { received, closed } = listen(double, { byHeader: true, pingEveryMs: 50 })
    await eventually(() => expect(received.length).toBeGreaterThan(1))
    double.sockets.mute()
    await eventually(() => expect(closed()).toBeGreaterThan(0))
  })
})
