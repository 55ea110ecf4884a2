import { Unavailable, type Ports } from '@ken/core'
import {
  aChatMessage,
  aWorkspaceChatByRequestsIn,
  memoryWorkspaceRequest,
  type MemoryRequest,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../../testing/http-world.ts'
import { workspaceChatCommandsPath as path } from './workspace-chat-commands.ts'

const secret = 'a-secret'

/** An app with a bot that gets commands, which anyone with its secret may sign. */
async function open(changed: Partial<Ports> = {}) {
  const { ports } = await httpWorld()
  await aWorkspaceChatByRequestsIn(ports, secret)
  const { app } = await httpWorld({ setUp: false, ports: { ...ports, ...changed } })
  const send = (content: MemoryRequest, signature = secret) =>
    app.request(path, {
      method: 'POST',
      body: Buffer.from(memoryWorkspaceRequest(content, signature).body),
      headers: {
        'x-slack-signature': signature,
        'x-slack-request-timestamp': '1893456000',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
  const command = { command: aChatMessage({ postedAt: ports.clock.now(), isCommand: true }) }
  return { send, command, posts: () => ports.database.tables.chatPosts.size }
}

describe(`POST ${path}`, () => {
  it('R220 responds with what the asker is shown, once the question is stored', async () => {
    const { send, command, posts } = await open()
    const response = await send(command)
    expect([response.status, await response.json(), posts()]).toEqual([200, { text: 'a reply' }, 1])
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  it('responds with nothing to what is dropped', async () => {
    const { send } = await open()
    const response = await send('no_message')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('R228 responds as if there were no route to what is not signed', async () => {
    const { send, command, posts } = await open()
    expect((await send(command, 'forged')).status).toBe(404)
    expect(posts()).toBe(0)
  })

  it('responds 503 if the platform does not say where to answer', async () => {
    const workspaceRequests: Ports['workspaceRequests'] = {
      maySign: () => true,
      readEvent: () => ({ kind: 'unsigned' }),
      readCommand: () => Promise.reject(new Unavailable('chat', 'canary')),
    }
    const { send, command } = await open({ workspaceRequests })
    const response = await send(command)
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('canary')
  })
})
