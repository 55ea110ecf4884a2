import { chatListenerContract } from '@ken/core/contracts'
import type { ChatInbox, Log } from '@ken/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  eventually,
  fastTiming,
  openWorkspace,
  openWorkspaceForTest,
} from '../testing/workspace-world.ts'
import { readingListener } from './reading-listener.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const dateOf = (ts: string) => new Date(Math.floor(Number(ts) * 1_000))

const minuteMs = 60_000

/**
 * Starts with the listener, and is a minute later for each millisecond, but at most twenty each time it is read: the
 * listener rests for ten times as long as it read back, which a busy machine would make too long for a test.
 */
function fastClock() {
  let last: { readonly realMs: number; readonly nowMs: number } | null = null
  return {
    now: () => {
      const realMs = Date.now()
      const stepMs = last === null ? 0 : Math.min((realMs - last.realMs) * minuteMs, 20 * minuteMs)
      last = { realMs, nowMs: (last?.nowMs ?? realMs) + stepMs }
      return new Date(last.nowMs)
    },
  }
}

const byRequests = { appToken: null, signingSecret: 'a secret' } as const

// What no request brings is read back from time to time: every ten milliseconds with this clock.
chatListenerContract('slack, without connections', async () => {
  const workspace = await openWorkspace({ timing: fastTiming })
  const { double, transport, bot, ana, setUnavailable, close } = workspace
  return {
    listener: readingListener(transport, { clock: fastClock(), log }),
    bot: { ...bot, ...byRequests },
    say: (text) => dateOf(double.say(ana, text).ts),
    setUnavailable,
    setRevoked: (isRevoked) =>
      isRevoked ? double.revoke(bot.botToken) : double.restore(bot.botToken),
    readsBack: true,
    close,
  }
})

const silentInbox: ChatInbox = {
  receive: async () => {},
  opened: () => {},
  catchingUp: () => {},
  blocked: async () => {},
  caughtUp: async () => {},
  alive: async () => {},
  interrupted: async () => {},
  confirmLease: async () => {},
}

/** A listener that reads nothing back by itself, once it has begun. */
async function open() {
  const workspace = await openWorkspaceForTest({ timing: fastTiming })
  const { double, transport, bot } = workspace
  const texts: string[] = []
  const faults: string[] = []
  const inbox: ChatInbox = {
    ...silentInbox,
    receive: async (event) => void texts.push(event.ok ? event.value.text : event.error.reason),
    interrupted: async (fault) => void faults.push(fault),
  }
  const listener = readingListener(transport, { clock: { now: () => new Date() }, log })
  const listening = listener.listen({ ...bot, ...byRequests }, null, inbox)
  onTestFinished(() => listening.stop())
  const callsOf = (method: string) => double.calls.filter((call) => call.method === method).length
  await eventually(() => expect(callsOf('users.conversations')).toBe(1))
  await eventually(() => expect(callsOf('auth.test')).toBeGreaterThan(2))
  return { ...workspace, listening, texts, faults, callsOf }
}

describe('readingListener', () => {
  it('opens no connection, and reads back once in ten minutes', async () => {
    const { double, ana, texts, callsOf } = await open()
    double.say(ana, 'comes in a request')
    const checked = callsOf('auth.test')
    await eventually(() => expect(callsOf('auth.test')).toBeGreaterThan(checked + 3))
    expect(callsOf('users.conversations')).toBe(1)
    expect(callsOf('apps.connections.open')).toBe(0)
    expect(texts).toEqual([])
  })

  it('reads back once each time, however long it takes', async () => {
    const { double, transport, bot, ana } = await openWorkspaceForTest({ timing: fastTiming })
    const callsOf = (method: string) => double.calls.filter((call) => call.method === method).length
    const checked = (times: number) => {
      const before = callsOf('auth.test')
      return eventually(() => expect(callsOf('auth.test')).toBeGreaterThan(before + times))
    }
    let aheadMs = 0
    const clock = { now: () => new Date(Date.now() + aheadMs) }
    const inbox = { ...silentInbox, receive: () => checked(4) }
    const listener = readingListener(transport, { clock, log })
    const listening = listener.listen({ ...bot, ...byRequests }, null, inbox)
    onTestFinished(() => listening.stop())
    await checked(4)
    expect(callsOf('users.conversations')).toBe(1)
    double.say(ana, 'takes long')
    aheadMs = 600_000
    await checked(12)
    expect(callsOf('users.conversations')).toBe(2)
  })

  it('R220 reads back when asked', async () => {
    const { double, ana, texts, listening } = await open()
    double.say(ana, 'came in no request')
    listening.readBack?.()
    await eventually(() => expect(texts).toEqual(['came in no request']))
  })

  it('R220 reads back what came into a channel while others were being read', async () => {
    const workspace = await openWorkspaceForTest({ timing: fastTiming })
    const { double, transport, bot, ana } = workspace
    const ben = double.addPerson('ben')
    const since = new Date(Date.now() - 1_000)
    for (const person of [ana, ben]) double.say(person, `first of ${person.name}`)
    const histories = () =>
      double.calls.filter(({ method }) => method === 'conversations.history').length
    const texts: string[] = []
    const marks: Date[] = []
    const inbox: ChatInbox = {
      ...silentInbox,
      receive: async (event) => {
        if (!event.ok) return
        texts.push(event.value.text)
        if (texts.length > 1) return
        // The first channel is read. What comes into the second one is newer than what is missed in the first.
        double.say(ana, 'missed')
        double.say(ben, 'found')
      },
      caughtUp: async (until) => void marks.push(until),
    }
    // Ten minutes pass in an instant, once there is something to read again.
    let aheadMs = 0
    const clock = { now: () => new Date(Date.now() + aheadMs) }
    const listener = readingListener(transport, { clock, log })
    const listening = listener.listen({ ...bot, ...byRequests }, since, inbox)
    onTestFinished(() => listening.stop())
    await eventually(() => expect(texts).toContain('found'))
    expect(texts).not.toContain('missed')
    expect(marks.every((mark) => mark.getTime() <= since.getTime())).toBe(true)
    const before = histories()
    aheadMs = 600_000
    await eventually(() => expect(histories()).toBeGreaterThan(before))
    await eventually(() => expect(texts).toContain('missed'))
  })

  it('R220 reads back after an outage', async () => {
    const { double, ana, texts, setUnavailable, faults } = await open()
    await setUnavailable(true)
    double.say(ana, 'meanwhile')
    await eventually(() => expect(faults).toEqual(['unreachable']))
    await setUnavailable(false)
    await eventually(() => expect(texts).toEqual(['meanwhile']))
  })
})
