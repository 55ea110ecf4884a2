import { describe, expect, it, vi } from 'vitest'
import type { ChatMessage } from '../model/chat/chat-message.ts'
import { workspaceChatPostId } from '../model/workspace-chat/workspace-chat-ids.ts'
import type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
import { err, ok } from '../model/result.ts'
import type { ChatGreeter, ChatProbe, OpenedChat, WorkspaceChatBot } from '../ports/index.ts'
import {
  aChatMessage,
  aWorkspaceChatByRequestsIn,
  memoryPorts,
  memoryWorkspaceRequest,
  withWorkspaceChat,
  type MemoryRequest,
} from '../testing/index.ts'
import { takeWorkspaceEvents } from './take-workspace-events.ts'

const signingSecret = 'a-signing-secret'
const taken = { kind: 'taken' }
const notOurs = { kind: 'not_ours' }

/** A bot that gets requests, and processes that take them. */
async function open(overrides: Partial<WorkspaceChatSettings> = {}) {
  const ports = memoryPorts()
  const { bot } = ports.workspace
  const set = (changed: Partial<WorkspaceChatSettings>) =>
    aWorkspaceChatByRequestsIn(ports, signingSecret, changed)
  await set(overrides)
  await ports.transact(async ({ chatMarks }) =>
    ok(await chatMarks.begin(bot.botId, ports.clock.now())),
  )
  let isUnavailable = false
  const transact: typeof ports.transact = async (work) => {
    if (isUnavailable) throw new Error('unavailable')
    return ports.transact(work)
  }
  const greeted: OpenedChat[] = []
  const greeter: ChatGreeter<WorkspaceChatBot> = {
    greet: async (_bot, opened) => void greeted.push(opened),
  }
  const inProcess = (probe?: ChatProbe<'workspace_chat'>['probe']) => {
    const platform = { greeter, ...(probe && { probe: { probe } }) }
    const take = takeWorkspaceEvents({ ...withWorkspaceChat(ports, platform), transact })
    return (content: MemoryRequest, signature: string | null = signingSecret) => {
      const { body, ...headers } = memoryWorkspaceRequest(content, signature)
      return take({ ...headers, timestamp: '1', readBody: async () => body })
    }
  }
  let count = 0
  const message = (overridden: Partial<ChatMessage> = {}): { readonly message: ChatMessage } => {
    const ts = `1900000000.${String((count += 1)).padStart(6, '0')}`
    const postId = workspaceChatPostId({ workspaceId: bot.workspaceId, channelId: 'D1', ts })
    return { message: aChatMessage({ postId, postedAt: ports.clock.now(), ...overridden }) }
  }
  return {
    ports,
    bot,
    set,
    inProcess,
    message,
    greeted,
    posts: () => ports.database.tables.chatPosts,
    marks: () => ports.database.tables.chatMarks.get(bot.botId),
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
  }
}

describe('takeWorkspaceEvents', () => {
  it('R228 takes what is signed, answers a challenge, and nothing else', async () => {
    const { inProcess, message, posts } = await open()
    const take = inProcess()
    for (const content of [message(), { challenge: 'canary' }, 'limited', 'not_direct'] as const) {
      expect(await take(content, 'forged')).toEqual(notOurs)
      expect(await take(content, null)).toEqual(notOurs)
    }
    expect(posts().size).toBe(0)
    expect(await take(message())).toEqual(taken)
    expect(await take('no_message')).toEqual(taken)
    expect(await take({ challenge: 'abc' })).toEqual({ kind: 'challenge', challenge: 'abc' })
    expect(posts().size).toBe(1)
  })

  it('R220 resolves only after an event is stored, and takes it once in several processes', async () => {
    const { inProcess, message, posts, marks, setUnavailable } = await open()
    const [one, other] = [inProcess(), inProcess()]
    const event = message()
    for (const take of [one, other]) await take('no_message')
    setUnavailable(true)
    await expect(one(event)).rejects.toThrow('unavailable')
    await expect(one('not_direct')).rejects.toThrow('unavailable')
    await expect(other(event)).rejects.toThrow('unavailable')
    setUnavailable(false)
    for (const take of [one, other, one]) await take('not_direct')
    const all = await Promise.all([one, other, one, other].map((take) => take(event)))
    expect(all).toEqual([taken, taken, taken, taken])
    expect(posts().size).toBe(1)
    expect(marks()?.dropped).toEqual({ not_direct: 1 })
  })

  it('answers nothing that was written while the bot was off, and still answers a challenge', async () => {
    const { inProcess, message, posts, set, ports } = await open({ enabled: false })
    const take = inProcess()
    expect(await take(message())).toEqual(taken)
    expect(await take({ challenge: 'abc' })).toMatchObject({ challenge: 'abc' })
    expect(posts().size).toBe(0)
    await set({})
    ports.clock.advance(5_000)
    const before = message({ postedAt: new Date(ports.clock.now().getTime() - 60_000) })
    expect(await take(before)).toEqual(taken)
    expect(posts().size).toBe(0)
    await take(message())
    expect(posts().size).toBe(1)
  })

  it('greets people who open the bot, without waiting for it, unless it is off', async () => {
    const { inProcess, greeted, set, ports } = await open()
    const opened: OpenedChat = { place: 'home', authorId: 'T1:U1', channelId: 'T1:D1' }
    expect(await inProcess()({ opened }, 'forged')).toEqual(notOurs)
    expect(await inProcess()({ opened })).toEqual(taken)
    await expect.poll(() => greeted).toEqual([opened])
    await set({ enabled: false })
    ports.clock.advance(5_000)
    expect(await inProcess()({ opened })).toEqual(taken)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(greeted).toEqual([opened])
  })

  it('checks the token when the platform sends that it was revoked, unless that is forged', async () => {
    const { inProcess, ports, bot } = await open()
    const probe = vi.fn<ChatProbe<'workspace_chat'>['probe']>()
    probe.mockResolvedValue(err('token_refused'))
    await ports.chatHealth.beat(bot.botId, { state: 'listening', since: ports.clock.now() })
    const take = inProcess(probe)
    expect(await take('revoked', 'forged')).toEqual(notOurs)
    await take('no_message')
    expect(probe).not.toHaveBeenCalled()
    expect(await take('revoked')).toEqual(taken)
    await expect
      .poll(() => ports.chatHealth.read(bot.botId))
      .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  })

  it('notes that requests came, that some are missing, and that the platform withholds some', async () => {
    const { inProcess, message, marks, ports } = await open()
    const take = inProcess()
    const first = ports.clock.now()
    await take('no_message')
    expect(marks()?.requests).toEqual({ lastAt: first, missedAt: null, limitedAt: null })
    ports.clock.advance(5_000)
    await take('limited')
    const limited = new Date(first.getTime() + 5_000)
    const noted = { lastAt: limited, missedAt: limited, limitedAt: limited }
    expect(marks()?.requests).toEqual(noted)
    ports.clock.advance(300_000)
    const postedAt = new Date(ports.clock.now().getTime() - 31_000)
    await take(message({ postedAt }))
    expect(marks()?.requests).toMatchObject({ missedAt: ports.clock.now(), limitedAt: limited })
  })
})
