import { Unavailable } from '@ken/core'
import type { WorkspaceRequests } from '@ken/core/ports'
import { aChatMessage, aWorkspaceChatIn, memoryWorkspaceRequest } from '@ken/core/testing'
import type { MemoryRequest } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../../testing/http-world.ts'
import { workspaceChatEventsPath as path } from './workspace-chat-events.ts'

const secret = 'a-secret'

type Given = { readonly isSecretKnown?: boolean; readonly transport?: 'socket' | 'http' }

/** An app with a bot that gets requests, which anyone with its secret may sign. */
async function open({ isSecretKnown = true, ...given }: Given = {}) {
  const world = await httpWorld()
  const { app, ports } = world
  const { appId } = ports.workspace.bot
  const owner = { purpose: 'workspace_chat_signing_secret', ownerId: appId } as const
  await aWorkspaceChatIn(ports, {
    transport: 'http',
    signingSecretEnc: isSecretKnown ? ports.cipher.encrypt(secret, owner) : null,
    ...given,
  })
  const send = (content: MemoryRequest, headers: { readonly [name: string]: string } = {}) => {
    const { body } = memoryWorkspaceRequest(content, secret)
    return app.request(path, {
      method: 'POST',
      body: Buffer.from(body),
      headers: {
        'x-slack-signature': secret,
        'x-slack-request-timestamp': '1893456000',
        'content-type': 'application/json',
        ...headers,
      },
    })
  }
  const message = () => ({ message: aChatMessage({ postedAt: ports.clock.now() }) })
  return { ...world, send, message, posts: () => ports.database.tables.chatPosts.size }
}

/** All of a response but what differs with every request. */
async function shown(response: Response) {
  const headers = new Headers(response.headers)
  headers.delete('x-request-id')
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, '')
  return { status: response.status, headers: [...headers], body }
}

describe(`POST ${path}`, () => {
  it('R220 responds 200 without a body once a message is stored', async () => {
    const { send, message, posts } = await open()
    const response = await send(message())
    expect([response.status, await response.text(), posts()]).toEqual([200, '', 1])
  })

  it('sends a signed challenge back', async () => {
    const { send } = await open()
    const response = await send({ challenge: 'a-challenge' })
    expect([response.status, await response.text()]).toEqual([200, 'a-challenge'])
    expect(response.headers.get('content-type')).toContain('text/plain')
  })

  it('R228 responds as if there were no route to what is not signed, and to everything without a secret', async () => {
    const [http, secretless] = [await open(), await open({ isSecretKnown: false })]
    const absent = await shown(await http.app.request('/chat/none', { method: 'POST', body: '{}' }))
    expect(absent.status).toBe(404)
    for (const content of [http.message(), { challenge: 'a-challenge' }, 'limited'] as const) {
      for (const forged of [{ 'x-slack-signature': 'other' }, { 'x-slack-signature': '' }])
        expect(await shown(await http.send(content, forged))).toEqual(absent)
      expect(await shown(await secretless.send(content))).toEqual(absent)
    }
    expect([http.posts(), secretless.posts()]).toEqual([0, 0])
  })

  it('takes what is signed while messages still come over sockets, so that none is lost in between', async () => {
    const { send, message, posts } = await open({ transport: 'socket' })
    expect(await (await send({ challenge: 'a-challenge' })).text()).toBe('a-challenge')
    expect([(await send(message())).status, posts()]).toEqual([200, 1])
  })

  it('R228 responds so without a database, too, until it has read the settings', async () => {
    const { ports, message } = await open()
    let isUnavailable = true
    const transact: typeof ports.transact = (work) => {
      if (isUnavailable) throw new Unavailable('database', 'It is unavailable.')
      return ports.transact(work)
    }
    const { app } = await httpWorld({ setUp: false, ports: { ...ports, transact } })
    const headers = { 'x-slack-signature': 'forged', 'x-slack-request-timestamp': '2' }
    const post = (address: string) =>
      app.request(address, { method: 'POST', headers, body: JSON.stringify(message()) })
    const expectAbsent = async () =>
      expect(await shown(await post(path))).toEqual(await shown(await post('/chat/none')))
    await expectAbsent()
    isUnavailable = false
    ports.clock.advance(2_000)
    await expectAbsent()
    isUnavailable = true
    ports.clock.advance(2_000)
    await expectAbsent()
  })

  it('R228 verifies the exact bytes of the body', async () => {
    const bodies: string[] = []
    const { ports } = await open()
    const workspaceRequests: WorkspaceRequests = {
      ...ports.workspaceRequests,
      readEvent: (_bot, { body, ...headers }) => {
        bodies.push(
          `${headers.signature} ${headers.timestamp} ${Buffer.from(body).toString('hex')}`,
        )
        return { kind: 'unsigned' }
      },
    }
    const { app } = await httpWorld({
      setUp: false,
      ports: { ...ports, workspaceRequests },
    })
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x20])
    const headers = { 'x-slack-signature': 'v0=1', 'x-slack-request-timestamp': '2' }
    await app.request(path, { method: 'POST', body, headers })
    expect(bodies).toEqual([`v0=1 2 ${body.toString('hex')}`])
  })

  it('R220 responds 503 if a message cannot be stored, and takes it when it comes again', async () => {
    const { ports, message, posts } = await open()
    const event = message()
    let isUnavailable = false
    const transact: typeof ports.transact = async (work) =>
      ports.transact(async (stores) => {
        const outcome = await work(stores)
        if (isUnavailable) throw new Unavailable('database', 'It is unavailable.')
        return outcome
      })
    const { app } = await httpWorld({ setUp: false, ports: { ...ports, transact } })
    const send = (content: MemoryRequest = event) =>
      app.request(path, {
        method: 'POST',
        body: Buffer.from(memoryWorkspaceRequest(content, secret).body),
        headers: { 'x-slack-signature': secret, 'x-slack-request-timestamp': '2' },
      })
    // The settings are read, so that only the message cannot be stored.
    expect((await send('no_message')).status).toBe(200)
    isUnavailable = true
    const refused = await send()
    expect(refused.status).toBe(503)
    expect(posts()).toBe(0)
    isUnavailable = false
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    expect(posts()).toBe(1)
  })

  it('takes no body of more than 1 MiB', async () => {
    const { send, posts } = await open()
    const text = 'x'.repeat(1024 * 1024)
    const response = await send({ message: aChatMessage({ text }) })
    expect([response.status, posts(), response.headers.get('connection')]).toEqual([404, 0, null])
  })
})
