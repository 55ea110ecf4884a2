import type { TeamChatDoubleOptions } from '@ken/testing'
import { expect, onTestFinished } from 'vitest'
import { ChatConnection, type ResumePoint } from '../chat-connection.ts'
import { openChatForTest } from './chat-world.ts'
import { eventually } from './eventually.ts'
import { heldTiming } from './held-timing.ts'
import { textOf } from './text-of.ts'

/** A double, and connections to it that keep count of what they hear. */
export async function openDialling(options: TeamChatDoubleOptions = {}) {
  const timing = heldTiming()
  const chat = await openChatForTest({ timing, ...options })
  const heard = { texts: [] as string[], lost: 0, proven: 0, unreadable: 0 }
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const dial = (resume: ResumePoint | null = null, { bot = chat.bot, connecting = chat.connecting } = {}) =>
    new ChatConnection(connecting, bot, resume, {
      posted: (event) => void heard.texts.push(textOf(event)),
      lost: () => void (heard.lost += 1),
      proven: () => void (heard.proven += 1),
      unreadable: () => void (heard.unreadable += 1),
    }).run(stopping.signal)
  /** Dials, and waits until the connection is proven and has heard everything so far. */
  const connect = async (...args: Parameters<typeof dial>) => {
    const before = heard.proven
    const ended = dial(...args)
    await eventually(() => expect(heard.proven).toBe(before + 1))
    return { ended }
  }
  return { ...chat, timing, heard, dial, connect, stop: () => stopping.abort() }
}

/** How a connection ended. */
export const lost = (fault: string, resume: unknown = null) => ({ fault, retryAfterSeconds: null, resume })
/** Where any connection may be taken up again. */
export const resumable = {
  connectionId: expect.stringMatching(/^[a-z0-9]{26}$/) as string,
  nextSeq: expect.any(Number) as number,
}
