import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TeamChatInbox, TeamChatListener } from '../../../ports/team-chat/team-chat-listener.ts'
import type { TeamChatBot } from '../../../ports/team-chat/team-chat-threads.ts'
import { provenDirectMessage } from '../../../team-chat/posted-event.ts'

/** A fresh team-chat server with a bot, as a listener hears it. */
export type TeamChatListenerWorld = {
  readonly listener: TeamChatListener
  readonly bot: TeamChatBot
  /** Lets a person write to the bot, and gives when that was. */
  readonly say: (text: string) => Date
  readonly setAway: (isAway: boolean) => Promise<void>
  readonly setRevoked: (isRevoked: boolean) => void
  readonly close: () => Promise<void>
}

/** Patient enough for a server that is tried again after a while. */
const eventually = (assertions: () => void): Promise<void> => vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

const longAgo = new Date('2020-01-01T00:00:00Z')

/** An inbox that keeps the texts of what it was told, each once, and refuses those in `refused`. */
function keepingInbox(botId: string) {
  const texts: string[] = []
  const settled: Date[] = []
  const states: string[] = []
  const refused = new Set<string>()
  const inbox: TeamChatInbox = {
    arrived: async (event) => {
      const proven = provenDirectMessage(event, botId)
      if (!proven.ok) return
      if (refused.delete(proven.value.text)) throw new Error('not now')
      if (!texts.includes(proven.value.text)) texts.push(proven.value.text)
    },
    settled: async (until) => void settled.push(until),
    alive: async () => void (states.at(-1) !== 'alive' && states.push('alive')),
    interrupted: async (fault) => void states.push(fault),
  }
  return { inbox, texts, settled, states, refused }
}

/** What every `TeamChatListener` must do. */
export function teamChatListenerContract(name: string, open: () => Promise<TeamChatListenerWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    const listen = (since: Date | null, heard = keepingInbox(world.bot.botId), bot = world.bot) => {
      const listening = world.listener.listen(bot, since, heard.inbox)
      onTestFinished(() => listening.stop())
      return { ...heard, stop: () => listening.stop() }
    }
    return { ...world, listen }
  }

  describe(`TeamChatListener contract: ${name}`, () => {
    it('tells what is written, as events that prove themselves', async () => {
      const { listen, say } = await openWorld()
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      say('one')
      say('two')
      await eventually(() => expect(texts).toEqual(['one', 'two']))
    })

    it('tells what was written from the moment given', async () => {
      const { listen, say } = await openWorld()
      say('one')
      say('two')
      const { texts } = listen(longAgo)
      await eventually(() => expect(texts.toSorted((a, b) => a.localeCompare(b))).toEqual(['one', 'two']))
    })

    it('tells nothing of before when it is to begin now', async () => {
      const { listen, say } = await openWorld()
      say('before')
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      say('after')
      await eventually(() => expect(texts).toEqual(['after']))
    })

    it('tells what was written while the server was out of reach, and when it is and is not', async () => {
      const { listen, say, setAway } = await openWorld()
      const { texts, states } = listen(null)
      await eventually(() => expect(states).toEqual(['alive']))
      await setAway(true)
      await eventually(() => expect(states).toEqual(['alive', 'unreachable']))
      say('meanwhile')
      await setAway(false)
      await eventually(() => expect(texts).toEqual(['meanwhile']))
      await eventually(() => expect(states).toEqual(['alive', 'unreachable', 'alive']))
    })

    it('tells one event at a time', async () => {
      const { bot, listen, say } = await openWorld()
      const heard = keepingInbox(bot.botId)
      let [underWay, atOnceMost] = [0, 0]
      const arrived = async (event: unknown) => {
        underWay += 1
        atOnceMost = Math.max(atOnceMost, underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay -= 1
        await heard.inbox.arrived(event)
      }
      const { texts } = listen(longAgo, { ...heard, inbox: { ...heard.inbox, arrived } })
      const said = ['one', 'two', 'three']
      for (const text of said) say(text)
      await eventually(() => expect(new Set(texts)).toEqual(new Set(said)))
      expect(atOnceMost).toBe(1)
    })

    it('tells again what was not taken', async () => {
      const { bot, listen, say } = await openWorld()
      const heard = keepingInbox(bot.botId)
      heard.refused.add('one')
      const { texts } = listen(longAgo, heard)
      say('one')
      await eventually(() => expect(texts).toEqual(['one']))
      expect(heard.refused).toEqual(new Set())
    })

    it('says up to when everything was taken, never going back, and loses nothing when begun there', async () => {
      const { listen, say } = await openWorld()
      const first = listen(longAgo)
      const [, until] = [say('one'), say('two')]
      await eventually(() => expect(first.settled.at(-1)).toEqual(until))
      expect(first.settled).toEqual(first.settled.toSorted((one, other) => one.getTime() - other.getTime()))
      await first.stop()
      say('three')
      const second = listen(until)
      await eventually(() => expect(second.texts).toContain('three'))
    })

    it('says that the token is refused, and hears again when it is not', async () => {
      const { listen, say, setRevoked } = await openWorld()
      setRevoked(true)
      const { states, texts } = listen(null)
      await eventually(() => expect(states).toEqual(['token_refused']))
      setRevoked(false)
      say('later')
      await eventually(() => expect(texts).toEqual(['later']))
    })

    it('tells nothing more once it is stopped', async () => {
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
