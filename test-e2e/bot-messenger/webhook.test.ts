import { botMessengerDouble, type BotMessengerDouble } from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomNumbers } from '../bench/random-numbers.ts'
import { answeringWorld, type AnsweringWorld } from '../support/chats/answering.ts'
import { killsIn, startKilledProcesses, type KilledProcesses } from '../support/chats/chat-kills.ts'
import {
  interruptedMessenger,
  leaveDocuments,
  type InterruptedChat,
} from '../support/chats/interrupted-chat.ts'
import { postMessages } from '../support/chats/messenger.ts'

const opened = new AsyncDisposableStack()
let messenger: BotMessengerDouble
let team: AnsweringWorld
let running: KilledProcesses
let chat: InterruptedChat

beforeAll(async () => {
  const reach = (url: string) => String(new URL(new URL(url).pathname, running.server.url))
  messenger = opened.adopt(await botMessengerDouble({ reach }), ({ close }) => close())
  team = opened.use(await answeringWorld(leaveDocuments, { KEN_BASE_URL: 'https://ken.test' }))
  await team.addLinked('ada')
  chat = { ...(await interruptedMessenger(team, messenger, ['ada'])), takenBy: 'server' }
  await postMessages(team)
  running = opened.use(await startKilledProcesses(team))
})
afterAll(() => opened.disposeAsync())

it('R220 R221 loses and repeats nothing when the server or the worker is killed at any step', async () => {
  const killsCount = chat.steps.length
  const killing = { team, running, random: randomNumbers(1), killsCount }
  const { extraLinesOfOneKillMax, ...figures } = await killsIn(chat, killing)
  expect(figures).toMatchObject({ kills: killsCount, open: 0, lost: 0, doubled: 0 })
  expect(extraLinesOfOneKillMax).toBeLessThanOrEqual(1)
  expect(messenger.requests.map(({ method }) => method)).not.toContain('getUpdates')
})
