import {
  botMessengerDouble,
  outageProxy,
  workspaceChatDouble,
  type OutageProxy,
} from '@ken/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answeringWorld, type AnsweringWorld } from '../support/chats/answering.ts'
import {
  interruptedMessenger,
  interruptedWorkspaceChat,
  leaveDocuments,
  type InterruptedChat,
} from '../support/chats/interrupted-chat.ts'
import { startInBackgroundHere } from '../support/ken-here.ts'
import type { Running } from '../support/ken-program.ts'

/** The bot messenger lets one process at a time fetch messages: the other rests for half a minute. */
const soon = { timeout: 100_000, interval: 50 }
const longTest = 240_000
const peopleCount = 10

const opened = new AsyncDisposableStack()
let team: AnsweringWorld
let way: OutageProxy
let [leader, standby]: Running[] = []
let chats: { readonly workspace: InterruptedChat; readonly messenger: InterruptedChat }
let askedCount = 0

beforeAll(async () => {
  const workspace = opened.adopt(await workspaceChatDouble(), ({ close }) => close())
  const messenger = opened.adopt(await botMessengerDouble(), ({ close }) => close())
  way = opened.adopt(await outageProxy(new URL(workspace.apiUrl).origin), ({ close }) => close())
  const env = { KEN_WORKSPACE_CHAT_URL: String(new URL('/api/', way.url)) }
  team = opened.use(await answeringWorld(leaveDocuments, env, { redis: true }))
  const names = Array.from({ length: peopleCount }, (_, count) => `person-${count}`)
  for (const name of names) await team.addLinked(name)
  chats = {
    workspace: await interruptedWorkspaceChat(team, workspace, names),
    messenger: await interruptedMessenger(team, messenger, names),
  }
  opened.use(await startInBackgroundHere('worker', team))
  leader = await team.start('scheduler')
  await vi.waitUntil(() => linesOf(leader!, 'connected') === 2, soon)
  standby = await team.start('scheduler')
}, longTest)
afterAll(() => opened.disposeAsync())

/** How many of the two bots a process has connected, or lost. */
const linesOf = ({ output }: Running, event: 'connected') =>
  output.stderr
    .split('\n')
    .filter((line) =>
      ['workspace_chat', 'bot_messenger'].some((source) => line.includes(`"${source}.${event}"`)),
    ).length
const leaseLines = ({ output }: Running, event: string) =>
  output.stderr.split('\n').filter((line) => line.includes(`"${event}"`)).length

/** Asks in both chats, each time as another person. */
const askBoth = () => {
  const person = (askedCount += 1) % peopleCount
  return [chats.workspace.ask(person), chats.messenger.ask(person)]
}
/** As if a process that no longer renews its leases had been gone for long. */
const leasesAreOver = () => team.sql('update leases set expires_at = now()')

const answersTo = (asked: ReturnType<typeof askBoth>) => asked.map(({ written }) => written())
const once = (asked: ReturnType<typeof askBoth>) => asked.map(() => ({ answers: 1, lines: 0 }))

describe('two schedulers', () => {
  it('R71 listen to each chat in one of them alone, and answer once', async () => {
    const asked = [...askBoth(), ...askBoth(), ...askBoth()]
    await expect.poll(() => answersTo(asked), soon).toEqual(once(asked))
    expect([linesOf(leader!, 'connected'), linesOf(standby!, 'connected')]).toEqual([2, 0])
  })

  it('R220 R222 lose nothing while the network to one chat is cut, and delay no other', async () => {
    await way.cut()
    const [inWorkspace, inMessenger] = askBoth() as [AskedQuestion, AskedQuestion]
    await expect.poll(() => inMessenger.written(), soon).toEqual({ answers: 1, lines: 0 })
    expect(inWorkspace.written()).toEqual({ answers: 0, lines: 0 })
    await way.heal()
    await expect.poll(() => inWorkspace.written(), soon).toEqual({ answers: 1, lines: 0 })
  })

  it('R220 lose and repeat nothing when both are killed', { timeout: longTest }, async () => {
    const asked = askBoth()
    await Promise.all([leader!.stop('SIGKILL'), standby!.stop('SIGKILL')])
    asked.push(...askBoth())
    await leasesAreOver()
    leader = await team.start('scheduler')
    await expect.poll(() => answersTo(asked), soon).toEqual(once(asked))
  })

  it(
    'R71 replace each other while one is paused, and do no harm after it resumes',
    { timeout: longTest },
    async () => {
      standby = await team.start('scheduler')
      leader!.child.kill('SIGSTOP')
      const asked = [...askBoth(), ...askBoth()]
      await leasesAreOver()
      await expect.poll(() => answersTo(asked), soon).toEqual(once(asked))
      leader!.child.kill('SIGCONT')
      asked.push(...askBoth())
      await expect.poll(() => leaseLines(leader!, 'chat.lease_lost'), soon).toBeGreaterThan(1)
      asked.push(...askBoth())
      await expect.poll(() => answersTo(asked), soon).toEqual(once(asked))
    },
  )
})

type AskedQuestion = ReturnType<InterruptedChat['ask']>
