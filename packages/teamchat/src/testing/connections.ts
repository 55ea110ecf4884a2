import type { TeamChatDoubleOptions } from '@ken/testing'
import { expect, onTestFinished } from 'vitest'
import { ChatConnection, type ResumePoint } from '../listener/chat-connection.ts'
import { openChatForTest } from './chat-world.ts'
import { eventually } from './eventually.ts'
import { manualTiming } from './manual-timing.ts'
import { textOf } from './text-of.ts'

/** A double of the server, and connections to it that count what they receive. */
export async function openConnections(options: TeamChatDoubleOptions = {}) {
  const timing = manualTiming()
  const chat = await openChatForTest({ timing, ...options })
  const received = { texts: [] as string[], lost: 0, verified: 0, unreadable: 0 }
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const dial = (
    resume: ResumePoint | null = null,
    { bot = chat.bot, transport = chat.transport } = {},
  ) =>
    new ChatConnection(transport, bot, resume, {
      posted: (event) => void received.texts.push(textOf(event)),
      lost: () => void (received.lost += 1),
      verified: () => void (received.verified += 1),
      unreadable: () => void (received.unreadable += 1),
    }).run(stopping.signal)
  /** Dials, and waits until the connection is verified and has received everything so far. */
  const connect = async (...args: Parameters<typeof dial>) => {
    const before = received.verified
    const ended = dial(...args)
    await eventually(() => expect(received.verified).toBe(before + 1))
    return { ended }
  }
  return { ...chat, timing, received, dial, connect, stop: () => stopping.abort() }
}

/** How a connection ended. */
export const lost = (fault: string, resume: unknown = null) => ({
  fault,
  retryAfterSeconds: null,
  resume,
})
/** Where any connection may be resumed. */
export const resumable = {
  connectionId: expect.stringMatching(/^[a-z0-9]{26}$/) as string,
  nextSeq: expect.any(Number) as number,
}
