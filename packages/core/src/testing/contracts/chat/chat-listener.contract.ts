import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatInbox, ChatListener } from '../../../ports/chat/chat-listener.ts'
import type { ChatBot } from '../../../ports/chat/chat-bot.ts'

/** A fresh platform with a bot, as the listener sees it. */
export type ChatListenerWorld<Bot extends ChatBot> = {
  readonly listener: ChatListener<Bot>
  readonly bot: Bot
  /** Posts a message of a person to the bot. Returns its time. */
  readonly say: (text: string) => Date
  readonly setUnavailable: (isUnavailable: boolean) => Promise<void>
  readonly setRevoked: (isRevoked: boolean) => void
  /** Whether it reads back what was posted. Otherwise the platform keeps it. */
  readonly readsBack: boolean
  readonly close: () => Promise<void>
}

/** Waits long enough for a retry with backoff. */
const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

const longAgo = new Date('2020-01-01T00:00:00Z')

/** An inbox that stores each received text once, and refuses those in `refused`. */
function keepingInbox() {
  const texts: string[] = []
  const settled: Date[] = []
  const states: string[] = []
  const catchingUp: boolean[] = []
  const refused = new Set<string>()
  const inbox: ChatInbox = {
    receive: async (event) => {
      if (!event.ok) return
      if (refused.delete(event.value.text)) throw new Error('not now')
      if (!texts.includes(event.value.text)) texts.push(event.value.text)
    },
    opened: () => {},
    catchingUp: (isCatchingUp) => void catchingUp.push(isCatchingUp),
    blocked: async () => {},
    caughtUp: async (until) => void settled.push(until),
    alive: async () => void (states.at(-1) !== 'alive' && states.push('alive')),
    interrupted: async (fault) => void states.push(fault),
    confirmLease: async () => {},
  }
  return { inbox, texts, settled, states, catchingUp, refused }
}

/** What every `ChatListener` must do. */
export function chatListenerContract<Bot extends ChatBot>(
  name: string,
  open: () => Promise<ChatListenerWorld<Bot>>,
) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    const listen = (since: Date | null, received = keepingInbox(), bot = world.bot) => {
      const listening = world.listener.listen(bot, since, received.inbox)
      onTestFinished(() => listening.stop())
      return { ...received, stop: () => listening.stop() }
    }
    return { ...world, listen }
  }

  describe(`ChatListener contract: ${name}`, () => {
    it('delivers posts as direct messages', async () => {
      const { listen, say } = await openWorld()
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      say('one')
      say('two')
      await eventually(() => expect(texts).toEqual(['one', 'two']))
    })

    it('delivers posts from the given time on', async () => {
      const { listen, say } = await openWorld()
      say('one')
      say('two')
      const { texts } = listen(longAgo)
      await eventually(() =>
        expect(texts.toSorted((a, b) => a.localeCompare(b))).toEqual(['one', 'two']),
      )
    })

    it('delivers no earlier posts if `since` is null', async () => {
      const { listen, say } = await openWorld()
      const before = say('before')
      // Times are in milliseconds: a message of the same one may be delivered.
      await eventually(() => expect(Date.now()).toBeGreaterThan(before.getTime()))
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      say('after')
      await eventually(() => expect(texts).toEqual(['after']))
    })

    it('delivers every post since its start if `since` is null and the server was unavailable then', async () => {
      const { listen, say, setUnavailable } = await openWorld()
      await setUnavailable(true)
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['unreachable']))
      const sent = ['one', 'two', 'three']
      for (const text of sent) say(text)
      await setUnavailable(false)
      await eventually(() => expect(new Set(texts)).toEqual(new Set(sent)))
    })

    it('delivers the posts of an outage, and reports its start and end', async () => {
      const { listen, say, setUnavailable, readsBack } = await openWorld()
      const { texts, states, catchingUp } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      await eventually(() => expect(catchingUp.at(-1)).toBe(readsBack ? false : undefined))
      await setUnavailable(true)
      await eventually(() => expect(states).toEqual(['alive', 'unreachable']))
      say('meanwhile')
      await setUnavailable(false)
      await eventually(() => expect(texts).toEqual(['meanwhile']))
      await eventually(() => expect(catchingUp.at(-1)).toBe(readsBack ? false : undefined))
      expect(catchingUp.includes(true)).toBe(readsBack)
      await eventually(() => expect(states).toEqual(['alive', 'unreachable', 'alive']))
    })

    it('delivers one event at a time', async () => {
      const { listen, say } = await openWorld()
      const received = keepingInbox()
      let [underWay, atOnceMost] = [0, 0]
      const receive: ChatInbox['receive'] = async (event) => {
        underWay += 1
        atOnceMost = Math.max(atOnceMost, underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay -= 1
        await received.inbox.receive(event)
      }
      const { texts } = listen(longAgo, { ...received, inbox: { ...received.inbox, receive } })
      const sent = ['one', 'two', 'three']
      for (const text of sent) say(text)
      await eventually(() => expect(new Set(texts)).toEqual(new Set(sent)))
      expect(atOnceMost).toBe(1)
    })

    it('delivers refused events again', async () => {
      const { listen, say } = await openWorld()
      const received = keepingInbox()
      received.refused.add('one')
      const { texts } = listen(longAgo, received)
      say('one')
      await eventually(() => expect(texts).toEqual(['one']))
      expect(received.refused).toEqual(new Set())
    })

    it('reports a high-water mark that never decreases, and loses nothing when restarted there', async () => {
      const { listen, say } = await openWorld()
      const first = listen(longAgo)
      const [, until] = [say('one'), say('two')]
      await eventually(() => expect(first.settled.at(-1)).toEqual(until))
      expect(first.settled).toEqual(
        first.settled.toSorted((one, other) => one.getTime() - other.getTime()),
      )
      await first.stop()
      say('three')
      const second = listen(until)
      await eventually(() => expect(second.texts).toContain('three'))
    })

    it('reports a refused token, and resumes once it is accepted', async () => {
      const { listen, say, setRevoked } = await openWorld()
      setRevoked(true)
      const { states, texts } = listen(null)
      await eventually(() => expect(states).toEqual(['token_refused']))
      setRevoked(false)
      say('later')
      await eventually(() => expect(texts).toEqual(['later']))
    })

    it('delivers nothing after it is stopped', async () => {
      const { listen, say } = await openWorld()
      const { stop, texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      await stop()
      await stop()
      say('unheard')
      const other = listen(longAgo)
      await eventually(() => expect(other.texts).toEqual(['unheard']))
      expect(texts).toEqual([])
    })
  })
}
