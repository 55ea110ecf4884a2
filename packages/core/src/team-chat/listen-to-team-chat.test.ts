import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aTeamChatIn, memoryPorts, memoryTeamChat, memoryTeamChatListener, testClock, valueOf } from '../testing/index.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { changeTeamChat } from './change-team-chat.ts'
import { listenToTeamChat, lookSeconds, type TeamChatWatch } from './listen-to-team-chat.ts'

const eventually = (assertions: () => void | Promise<void>) => vi.waitFor(assertions, { timeout: 5_000, interval: 2 })

/** A team-chat server with a bot that is set up, and any number of processes that listen to it. */
async function open() {
  const clock = testClock()
  const teamChat = memoryTeamChat(() => clock.now())
  const ports = memoryPorts({ clock, teamChat })
  const listened = { underWay: 0 }
  const teamChatListener: typeof ports.teamChatListener = {
    listen(...given) {
      listened.underWay += 1
      const listening = memoryTeamChatListener(teamChat).listen(...given)
      return { stop: () => listening.stop().finally(() => void (listened.underWay -= 1)) }
    },
  }
  const away = { isAway: false }
  const transact: typeof ports.transact = (work) =>
    away.isAway ? Promise.reject(new Error('the database is away')) : ports.transact(work)
  const watches: TeamChatWatch[] = []
  onTestFinished(async () => void (await Promise.all(watches.map(({ stop }) => stop()))))
  const { settings, bot } = await aTeamChatIn(ports, { enabled: false })
  const turn = async (enabled: boolean) => valueOf(await changeTeamChat(ports, { actor: operator, enabled }))
  await turn(true)
  return {
    ...ports,
    turn,
    away,
    listened,
    process: () => {
      const watch = listenToTeamChat({ ...ports, transact, teamChatListener })
      watches.push(watch)
      return watch
    },
    change: (changes: Partial<typeof settings>) =>
      ports.transact(async ({ teamChatSettings }) =>
        ok(await teamChatSettings.update({ ...(await teamChatSettings.read()), ...changes })),
      ),
    /** Lets the time pass between two looks, as often as it takes. */
    look: async (watch: TeamChatWatch, seconds: number) => {
      for (let passed = 0; passed < seconds; passed += lookSeconds) {
        clock.advance(lookSeconds * 1_000)
        await watch.look()
      }
    },
    say: (text: string) => {
      clock.advance(1)
      return teamChat.say(text).id
    },
    isTaken: (...ids: readonly string[]) =>
      eventually(() => {
        const taken = [...ports.database.tables.jobs.values()].map((job) => ('postId' in job ? job.postId : ''))
        expect(taken.toSorted()).toEqual(ids.toSorted())
      }),
    health: () => ports.teamChatHealth.read(bot.botId),
    events: () => ports.log.lines.map(({ event }) => event),
  }
}

describe('listenToTeamChat', () => {
  it('takes what people write to the bot from when it was turned on, and says that it listens', async () => {
    const { process, say, isTaken, health } = await open()
    const early = say('Is anybody here?')
    const watch = process()
    await watch.look()
    const late = say('Where is the printer?')
    await isTaken(early, late)
    await eventually(async () => expect(await health()).toMatchObject({ state: 'listening' }))
  })

  it('R71 begins where it was left, so that nothing is lost and nothing taken twice', async () => {
    const { process, say, isTaken, listened } = await open()
    const first = process()
    await first.look()
    const heard = say('heard')
    await isTaken(heard)
    await first.stop()
    expect(listened.underWay).toBe(0)
    const meanwhile = say('meanwhile')
    await process().look()
    await isTaken(heard, meanwhile)
  })

  it('R71 listens in one process of several, in another within 60 seconds when that one dies', async () => {
    const { process, say, isTaken, look, listened, health } = await open()
    const [first, second] = [process(), process()]
    await first.look()
    await second.look()
    expect(listened.underWay).toBe(1)
    // The first one is stopped in the middle, and its connection with it.
    const lost = say('lost on the way')
    await look(second, 40)
    expect(listened.underWay).toBe(2)
    await isTaken(lost)
    // It comes back: what it does before its next look does no harm.
    const twice = say('heard by both')
    await isTaken(lost, twice)
    await first.look()
    expect(listened.underWay).toBe(1)
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('lets another process begin at once when it is stopped', async () => {
    const { process, say, isTaken, listened } = await open()
    const [first, second] = [process(), process()]
    await first.look()
    await first.stop()
    await second.look()
    expect(listened.underWay).toBe(1)
    await isTaken(say('to the second'))
  })

  it('R72 is gone within 30 seconds of being turned off, and takes nothing that was written until it is on again', async () => {
    const { process, say, isTaken, look, turn, clock, listened, health } = await open()
    const watch = process()
    await watch.look()
    const before = say('before')
    await isTaken(before)
    await turn(false)
    await look(watch, 30)
    expect(listened.underWay).toBe(0)
    expect(await health()).toBeNull()
    say('to nobody')
    clock.advance(6_000)
    await turn(true)
    const after = say('after')
    await look(watch, 30)
    await isTaken(before, after)
  })

  it.for([
    ['another address', { baseUrl: 'https://other.example.com' }],
    ['no address', { baseUrl: null }],
    ['another token', { botTokenEnc: 'a ciphertext' }],
    ['another bot', { botUserId: 'another' }],
    ['no bot', { botUserId: null }],
  ] as const)('R72 is gone within 30 seconds when the settings name %s', async ([, changes]) => {
    const { process, look, change, listened, teamChat } = await open()
    const watch = process()
    await watch.look()
    expect(listened.underWay).toBe(1)
    // Only the address must be one of a server, which these are.
    await change(changes as Parameters<typeof change>[0])
    await look(watch, 20)
    expect(listened.underWay).toBe(1)
    await look(watch, 10)
    expect(teamChat.posts).toEqual([])
    expect(listened.underWay).toBe('botUserId' in changes && changes.botUserId !== null ? 1 : 0)
  })

  it('stays connected through settings that change nothing for it, and reads them every 30 seconds', async () => {
    const { process, look, change, listened, health, clock } = await open()
    const watch = process()
    await watch.look()
    await eventually(async () => expect(await health()).toMatchObject({ state: 'listening' }))
    const connected = await health()
    await change({ lastTestOk: false, lastTestAt: clock.now(), botUsername: 'renamed' })
    await look(watch, 60)
    expect(listened.underWay).toBe(1)
    expect(await health()).toEqual(connected)
  })

  it('says that no key of the service reads the token, since when', async () => {
    const { process, look, change, clock, health } = await open()
    await change({ botTokenEnc: 'a ciphertext' })
    const [watch, since] = [process(), clock.now()]
    await watch.look()
    await look(watch, 300)
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'token_unreadable' })
  })

  it('R87 says why it hears nothing', async () => {
    const { process, look, teamChat, health } = await open()
    teamChat.setRevoked(true)
    const watch = process()
    await watch.look()
    await eventually(async () => expect(await health()).toMatchObject({ reason: 'token_refused' }))
    await look(watch, 300)
    expect(await health()).toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  })

  it('waits while the database is away, says so once, and goes on', async () => {
    const { process, say, isTaken, look, away, listened, events } = await open()
    const watch = process()
    await watch.look()
    await isTaken()
    away.isAway = true
    await look(watch, 20)
    expect(listened.underWay).toBe(1)
    const refused = say('cannot be kept')
    await look(watch, 60)
    // By now another process may listen.
    expect(listened.underWay).toBe(0)
    away.isAway = false
    await watch.look()
    await isTaken(refused)
    const told = events().filter((event) => event.startsWith('team_chat.watch'))
    expect(told).toEqual(['team_chat.watch_failed', 'team_chat.watch_recovered'])
  })

  it('R10 writes nothing of what people write to the log, nor the token', async () => {
    const { process, say, isTaken, look, turn, log, teamChat } = await open()
    const watch = process()
    await watch.look()
    await isTaken(say('ABCD-EFGH'))
    await turn(false)
    await look(watch, 30)
    await watch.stop()
    expect(JSON.stringify(log.lines)).not.toMatch(`ABCD-EFGH|${teamChat.bot.token}`)
  })
})
