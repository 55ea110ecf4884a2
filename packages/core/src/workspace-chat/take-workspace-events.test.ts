import { describe, expect, it } from 'vitest'
import { encryptWorkspaceToken } from '../credentials/workspace-chat-tokens.ts'
import type { ChatMessage } from '../model/chat/chat-message.ts'
import { workspaceChatPostId } from '../model/workspace-chat/workspace-chat-ids.ts'
import type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
import { ok } from '../model/result.ts'
import {
  aChatMessage,
  aWorkspaceChatIn,
  memoryPorts,
  memoryWorkspaceRequest,
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
  const encrypted = (secret: string) =>
    encryptWorkspaceToken(ports, 'signingSecretEnc', secret, bot.appId)
  const set = (changed: Partial<WorkspaceChatSettings>) =>
    aWorkspaceChatIn(ports, {
      transport: 'http',
      appTokenEnc: null,
      signingSecretEnc: encrypted(signingSecret),
      ...changed,
    })
  await set(overrides)
  await ports.transact(async ({ chatMarks }) =>
    ok(await chatMarks.begin(bot.botId, ports.clock.now())),
  )
  let transactions = 0
  let isUnavailable = false
  const transact: typeof ports.transact = async (work) => {
    transactions += 1
    if (isUnavailable) throw new Error('unavailable')
    return ports.transact(work)
  }
  const inProcess = () => {
    const take = takeWorkspaceEvents({ ...ports, transact })
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
    encrypted,
    inProcess,
    message,
    posts: () => ports.database.tables.chatPosts,
    marks: () => ports.database.tables.chatMarks.get(bot.botId),
    transactions: () => transactions,
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

  it('R228 reads the settings once in five seconds, however many requests are forged', async () => {
    const { inProcess, transactions } = await open()
    const take = inProcess()
    await Promise.all(Array.from({ length: 100 }, () => take('no_message', 'forged')))
    expect(transactions()).toBe(1)
  })

  it('reads no body for a bot that gets no requests, and none without a signature', async () => {
    const { ports, bot, set } = await open()
    const unread = {
      signature: signingSecret,
      timestamp: '1',
      readBody: () => Promise.reject(new Error('It was read.')),
    }
    const take = takeWorkspaceEvents(ports)
    await expect(take(unread)).rejects.toThrow('It was read.')
    for (const absent of [{ signature: null }, { timestamp: null }])
      expect(await take({ ...unread, ...absent })).toEqual(notOurs)
    expect(await take({ ...unread, readBody: async () => null })).toEqual(notOurs)
    const appTokenEnc = encryptWorkspaceToken(ports, 'appTokenEnc', bot.appToken ?? '', bot.appId)
    await set({ transport: 'socket', appTokenEnc })
    expect(await takeWorkspaceEvents(ports)(unread)).toEqual(notOurs)
  })

  it('R220 resolves only after an event is stored, and takes it once in several processes', async () => {
    const { inProcess, message, posts, marks, setUnavailable } = await open()
    const [one, other] = [inProcess(), inProcess()]
    const event = message()
    await one('no_message')
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

  it('accepts a new secret, and no longer the old one, within five seconds', async () => {
    const { inProcess, set, encrypted, ports } = await open()
    const take = inProcess()
    expect(await take('no_message')).toEqual(taken)
    await set({ signingSecretEnc: encrypted('a-new-secret') })
    ports.clock.advance(5_000)
    expect(await take('no_message')).toEqual(notOurs)
    expect(await take('no_message', 'a-new-secret')).toEqual(taken)
    await set({ botTokenEnc: null })
    ports.clock.advance(5_000)
    expect(await take('no_message', 'a-new-secret')).toEqual(notOurs)
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
