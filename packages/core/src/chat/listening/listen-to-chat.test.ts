import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  aTeamChatIn,
  memoryPorts,
  memoryChat,
  memoryChatListener,
  testClock,
  valueOf,
  withTeamChat,
} from '../../testing/index.ts'
import type { ChatListener, TeamChatBot } from '../../ports/index.ts'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import { changeTeamChat } from '../../team-chat/change-team-chat.ts'
import { listenToChat, pollSeconds, type ChatSupervisor } from './listen-to-chat.ts'

const eventually = (assertions: () => void | Promise<void>) =>
  vi.waitFor(assertions, { timeout: 5_000, interval: 2 })

/** A team-chat server with a bot, and processes that listen to it. */
async function open() {
  const clock = testClock()
  const teamChat = memoryChat(() => clock.now())
  const ports = memoryPorts({ clock, teamChat })
  const listened = { underWay: 0 }
  const listener: ChatListener<TeamChatBot> = {
    listen(...given) {
      listened.underWay += 1
      const listening = memoryChatListener(teamChat).listen(...given)
      return { stop: () => listening.stop().finally(() => void (listened.underWay -= 1)) }
    },
  }
  const outage = { isUnavailable: false }
  const transact: typeof ports.transact = (work) =>
    outage.isUnavailable
      ? Promise.reject(new Error('the database is unavailable'))
      : ports.transact(work)
  const supervisors: ChatSupervisor[] = []
  onTestFinished(async () => void (await Promise.all(supervisors.map(({ stop }) => stop()))))
  const { settings, bot } = await aTeamChatIn(ports, { enabled: false })
  const turn = async (enabled: boolean) =>
    valueOf(await changeTeamChat(ports, { actor: operator, enabled }))
  await turn(true)
  return {
    ...ports,
    turn,
    outage,
    listened,
    process: () => {
      const supervisor = listenToChat(
        withTeamChat({ ...ports, transact }, { listener }),
        'teamchat',
      )
      supervisors.push(supervisor)
      return supervisor
    },
    change: (changes: Partial<typeof settings>) =>
      ports.transact(async ({ teamChatSettings }) =>
        ok(await teamChatSettings.update({ ...(await teamChatSettings.read()), ...changes })),
      ),
    /** Polls at its interval, for some seconds of the clock. */
    pollFor: async (supervisor: ChatSupervisor, seconds: number) => {
      for (let passed = 0; passed < seconds; passed += pollSeconds) {
        clock.advance(pollSeconds * 1_000)
        await supervisor.poll()
      }
    },
    say: (text: string) => {
      clock.advance(1)
      return teamChat.say(text).id
    },
    isTaken: (...ids: readonly string[]) =>
      eventually(() => {
        const taken = [...ports.database.tables.jobs.values()].map((job) =>
          'postId' in job ? job.postId : '',
        )
        expect(taken.toSorted()).toEqual(ids.toSorted())
      }),
    health: () => ports.chatHealth.read(bot.botId),
    events: () => ports.log.lines.map(({ event }) => event),
  }
}

describe('listenToChat', () => {
  it('ingests messages from when the bot was turned on, and reports that it listens', async () => {
    const { process, say, isTaken, health } = await open()
    const early = say('Is anybody here?')
    const supervisor = process()
    await supervisor.poll()
    const late = say('Where is the printer?')
    await isTaken(early, late)
    await eventually(async () => expect(await health()).toMatchObject({ state: 'listening' }))
  })

  it('R71 resumes at the high-water mark, so that nothing is lost or ingested twice', async () => {
    const { process, say, isTaken, listened } = await open()
    const first = process()
    await first.poll()
    const received = say('received')
    await isTaken(received)
    await first.stop()
    expect(listened.underWay).toBe(0)
    const meanwhile = say('meanwhile')
    await process().poll()
    await isTaken(received, meanwhile)
  })

  it('R71 listens in one of several processes, and within 60 seconds in another when that one dies', async () => {
    const { process, say, isTaken, pollFor, listened, health } = await open()
    const [first, second] = [process(), process()]
    await first.poll()
    await second.poll()
    expect(listened.underWay).toBe(1)
    // The first process is suspended, with its connection.
    const lost = say('lost on the way')
    await pollFor(second, 40)
    expect(listened.underWay).toBe(2)
    await isTaken(lost)
    // It continues: what it does before its next poll must do no harm.
    const twice = say('received by both')
    await isTaken(lost, twice)
    await first.poll()
    expect(listened.underWay).toBe(1)
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('lets another process start at once when it is stopped', async () => {
    const { process, say, isTaken, listened } = await open()
    const [first, second] = [process(), process()]
    await first.poll()
    await first.stop()
    await second.poll()
    expect(listened.underWay).toBe(1)
    await isTaken(say('to the second'))
  })

  it('R72 disconnects within 30 seconds after the bot is turned off, and ingests nothing written until it is on again', async () => {
    const { process, say, isTaken, pollFor, turn, clock, listened, health } = await open()
    const supervisor = process()
    await supervisor.poll()
    const before = say('before')
    await isTaken(before)
    await turn(false)
    await pollFor(supervisor, 30)
    expect(listened.underWay).toBe(0)
    expect(await health()).toBeNull()
    say('to no listener')
    clock.advance(6_000)
    await turn(true)
    const after = say('after')
    await pollFor(supervisor, 30)
    await isTaken(before, after)
  })

  it.for([
    { name: 'another address', changes: { baseUrl: 'https://other.example.com' } },
    { name: 'no address', changes: { baseUrl: null } },
    { name: 'another token', changes: { botTokenEnc: 'a ciphertext' } },
    { name: 'another bot', changes: { botUserId: 'another' } },
    { name: 'no bot', changes: { botUserId: null } },
  ] as const)('R72 is gone within 30 seconds when the settings name $name', async ({ changes }) => {
    const { process, pollFor, change, listened, teamChat } = await open()
    const supervisor = process()
    await supervisor.poll()
    expect(listened.underWay).toBe(1)
    // Both addresses lead to the server.
    await change(changes as Parameters<typeof change>[0])
    await pollFor(supervisor, 20)
    expect(listened.underWay).toBe(1)
    await pollFor(supervisor, 10)
    expect(teamChat.posts).toEqual([])
    expect(listened.underWay).toBe('botUserId' in changes && changes.botUserId !== null ? 1 : 0)
  })

  it('stays connected when the settings of the connection do not change, and reads them every 30 seconds', async () => {
    const { process, pollFor, change, listened, health, clock } = await open()
    const supervisor = process()
    await supervisor.poll()
    await eventually(async () => expect(await health()).toMatchObject({ state: 'listening' }))
    const connected = await health()
    await change({ lastTestOk: false, lastTestAt: clock.now(), botUsername: 'renamed' })
    await pollFor(supervisor, 60)
    expect(listened.underWay).toBe(1)
    expect(await health()).toEqual(connected)
  })

  it('reports that the token cannot be decrypted, and since when', async () => {
    const { process, pollFor, change, clock, health } = await open()
    await change({ botTokenEnc: 'a ciphertext' })
    const [supervisor, since] = [process(), clock.now()]
    await supervisor.poll()
    await pollFor(supervisor, 300)
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'token_unreadable' })
  })

  it('R87 reports why it is not connected', async () => {
    const { process, pollFor, teamChat, health } = await open()
    teamChat.setRevoked(true)
    const supervisor = process()
    await supervisor.poll()
    await eventually(async () => expect(await health()).toMatchObject({ reason: 'token_refused' }))
    await pollFor(supervisor, 300)
    expect(await health()).toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  })

  it('waits while the database is unavailable, logs it once, and continues', async () => {
    const { process, say, isTaken, pollFor, outage, listened, events } = await open()
    const supervisor = process()
    await supervisor.poll()
    await isTaken()
    outage.isUnavailable = true
    await pollFor(supervisor, 20)
    expect(listened.underWay).toBe(1)
    const refused = say('cannot be kept')
    await pollFor(supervisor, 60)
    // By now another process may listen.
    expect(listened.underWay).toBe(0)
    outage.isUnavailable = false
    await supervisor.poll()
    await isTaken(refused)
    const watchEvents = events().filter((event) => event.startsWith('chat.watch'))
    expect(watchEvents).toEqual(['chat.watch_failed', 'chat.watch_recovered'])
  })

  it('R10 logs neither messages nor the token', async () => {
    const { process, say, isTaken, pollFor, turn, log, teamChat } = await open()
    const supervisor = process()
    await supervisor.poll()
    await isTaken(say('ABCD-EFGH'))
    await turn(false)
    await pollFor(supervisor, 30)
    await supervisor.stop()
    expect(JSON.stringify(log.lines)).not.toMatch(`ABCD-EFGH|${teamChat.bot.token}`)
  })
})
