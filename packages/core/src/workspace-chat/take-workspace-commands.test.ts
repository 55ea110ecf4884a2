import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../model/chat/chat-message.ts'
import { workspaceChatCommandId } from '../model/workspace-chat/workspace-chat-ids.ts'
import {
  aChatMessage,
  aWorkspaceChatByRequestsIn,
  memoryPorts,
  memoryWorkspaceRequest,
  type MemoryRequest,
} from '../testing/index.ts'
import { takeWorkspaceCommands } from './take-workspace-commands.ts'

const signingSecret = 'a-signing-secret'
const notOurs = { kind: 'not_ours' }
const taken = { kind: 'taken', reply: { text: 'a reply' } }

/** A bot that gets commands in requests, and processes that take them. */
async function open() {
  const ports = memoryPorts()
  const { bot } = await aWorkspaceChatByRequestsIn(ports, signingSecret)
  let isUnavailable = false
  let delayMs = 0
  const transact: typeof ports.transact = async (work) => {
    if (isUnavailable) throw new Error('unavailable')
    return ports.transact(work)
  }
  const inProcess = () => {
    const take = takeWorkspaceCommands({ ...ports, transact })
    return (content: MemoryRequest, signature: string | null = signingSecret) => {
      const { body, ...headers } = memoryWorkspaceRequest(content, signature)
      const readBody = async () => {
        ports.clock.advance(delayMs)
        return body
      }
      return take({ ...headers, timestamp: '1', readBody })
    }
  }
  const postId = workspaceChatCommandId({
    workspaceId: bot.workspaceId,
    userId: 'U1',
    triggerId: '1.2.0123456789abcdef',
  })
  const command: ChatMessage = aChatMessage({
    postId,
    rootId: postId,
    postedAt: ports.clock.now(),
    isCommand: true,
  })
  return {
    ports,
    command,
    inProcess,
    posts: () => ports.database.tables.chatPosts,
    marks: () => ports.database.tables.chatMarks.get(bot.botId),
    /** How long a request takes to come. */
    setDelay: (ms: number) => void (delayMs = ms),
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
  }
}

describe('takeWorkspaceCommands', () => {
  it('R228 takes what is signed, and nothing else', async () => {
    const { inProcess, command, posts } = await open()
    const take = inProcess()
    for (const signature of ['forged', null])
      expect(await take({ command }, signature)).toEqual(notOurs)
    expect(posts().size).toBe(0)
    expect(await take({ command })).toEqual(taken)
    expect(posts().size).toBe(1)
  })

  it('R220 replies only after the question is stored, and takes it once in several processes', async () => {
    const { inProcess, command, posts, setUnavailable } = await open()
    const [one, other] = [inProcess(), inProcess()]
    await Promise.all([one, other].map((take) => take({ command: null })))
    setUnavailable(true)
    await expect(one({ command })).rejects.toThrow('unavailable')
    setUnavailable(false)
    expect(await Promise.all([one, other, one].map((take) => take({ command })))).toEqual([
      taken,
      taken,
      taken,
    ])
    expect(posts().size).toBe(1)
  })

  it('stores nothing if nothing was asked, and counts what proves nothing', async () => {
    const { inProcess, posts, marks } = await open()
    const take = inProcess()
    expect(await take({ command: null })).toEqual(taken)
    expect(await take('no_message')).toEqual({ kind: 'taken', reply: null })
    expect(posts().size).toBe(0)
    expect(marks()).toMatchObject({ dropped: { malformed: 1 } })
  })

  it('stores none that the platform may have reported as failed', async () => {
    const { inProcess, command, posts, setDelay } = await open()
    const take = inProcess()
    setDelay(2_001)
    await expect(take({ command })).rejects.toThrow('reports its failure')
    expect(posts().size).toBe(0)
    setDelay(2_000)
    expect(await take({ command })).toEqual(taken)
    expect(posts().size).toBe(1)
  })

  it('notes that a request came', async () => {
    const { inProcess, command, marks, ports } = await open()
    await inProcess()({ command })
    expect(marks()?.requests).toMatchObject({ lastAt: ports.clock.now(), missedAt: null })
  })

  it('takes none while the bot is off, so that the asker sees that it failed', async () => {
    const { inProcess, command, posts, ports } = await open()
    await aWorkspaceChatByRequestsIn(ports, signingSecret, { enabled: false })
    expect(await inProcess()({ command })).toEqual(notOurs)
    expect(posts().size).toBe(0)
  })
})
