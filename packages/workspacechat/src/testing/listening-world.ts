import type { ChatInbox, OpenedChat } from '@ken/core/ports'
import { systemTiming, type Timing } from '@ken/outbound'
import { expect, onTestFailed, onTestFinished } from 'vitest'
import { slackChatListener } from '../listener/slack-chat-listener.ts'
import { eventually, fastTiming, openWorkspaceForTest } from './workspace-world.ts'

/** Of calls, connections and checks; every other timer is a pause after a failure. */
const fixedMs = [1_500, 2_000, 2_500, 2_900, 5_000, 10_000, 15_000, 20_000, 30_000]

type Received = Parameters<ChatInbox['receive']>[0]
/** A listener whose inbox keeps what it received. */
export async function openListening({
  receive = async () => {},
  ackMs = 3_000,
  replyMs = 15_000,
  checkMs = null,
  eventCheckMs = null,
  clockFactor = 120,
}: {
  /** How many times as fast as time the clock is. A minute is half a second long, because calls in a minute are limited. */
  readonly clockFactor?: number
  /** How often the token is checked, and how long sockets are silent before a ping; null for almost no time. */
  readonly checkMs?: number | null
  /** How long after a check that an event caused the next one may follow; null for almost no time. */
  readonly eventCheckMs?: number | null
  /** How long a socket may stay without a reply to a ping. */
  readonly replyMs?: number
  readonly receive?: (event: Received) => Promise<void>
  readonly ackMs?: number
} = {}) {
  const waits: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    if (milliseconds === 15_000) return systemTiming.after(replyMs, callback)
    if (milliseconds === 30_000 && checkMs !== null) return systemTiming.after(checkMs, callback)
    if (milliseconds === 10_000 && eventCheckMs !== null)
      return systemTiming.after(eventCheckMs, callback)
    if (!fixedMs.includes(milliseconds)) waits.push(milliseconds)
    return fastTiming.after(milliseconds, callback)
  }
  const workspace = await openWorkspaceForTest({ timing: { ...fastTiming, after }, ackMs })
  const { transport, bot, double } = workspace
  const texts: string[] = []
  const events: Received[] = []
  const openings: OpenedChat[] = []
  const states: string[] = []
  const lines: unknown[] = []
  const inbox: ChatInbox = {
    receive: async (event) => {
      await receive(event)
      events.push(event)
      texts.push(event.ok ? event.value.text : event.error.reason)
    },
    catchingUp: () => {},
    opened: (opened) => void openings.push(opened),
    blocked: async () => {},
    caughtUp: async () => {},
    alive: async () => void (states.at(-1) !== 'alive' && states.push('alive')),
    interrupted: async (fault) => void states.push(fault),
    confirmLease: async () => {},
  }
  const write = (event: string, fields?: object) => void lines.push({ event, ...fields })
  /** Starts with the listener, which reads on from then. */
  let startedAtMs: number | null = null
  const fastClock = {
    now: () => {
      startedAtMs ??= Date.now()
      return new Date(startedAtMs + (Date.now() - startedAtMs) * clockFactor)
    },
  }
  const listen = () => {
    const options = { clock: fastClock, log: { info: write, warn: write, error: write } }
    const listening = slackChatListener(transport, options).listen(bot, null, inbox)
    onTestFinished(() => listening.stop())
    return listening
  }
  /** Listens, and waits until both sockets are open. */
  const connect = async () => {
    const listening = listen()
    await eventually(() => expect(double.sockets.count()).toBe(2))
    return listening
  }
  onTestFailed(() => {
    const calls = double.calls.map(({ method }) => method).slice(-30)
    const sockets = double.sockets.count()
    console.error('The listener at the end:', { states, texts, lines, waits, sockets, calls })
  })
  const callsOf = (method: string) => double.calls.filter((call) => call.method === method)
  return { ...workspace, waits, texts, events, openings, states, lines, listen, connect, callsOf }
}
