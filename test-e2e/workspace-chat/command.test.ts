import {
  workspaceChatDouble,
  type WorkspaceChatDouble,
  type WorkspaceMessage,
  type WorkspaceUser,
} from '@ken/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chatWorld, refusal } from '../support/chats/chat-world.ts'
import { startInBackgroundHere } from '../support/ken-here.ts'
import { member } from '../support/member.ts'

const opened = new AsyncDisposableStack()
let chat: Awaited<ReturnType<typeof chatWorld>>
let workspace: WorkspaceChatDouble
let ana: WorkspaceUser
let stranger: WorkspaceUser

beforeAll(async () => {
  workspace = opened.adopt(await workspaceChatDouble(), ({ close }) => close())
  chat = opened.use(await chatWorld('workspace_chat', { KEN_WORKSPACE_CHAT_URL: workspace.apiUrl }))
  opened.use(await startInBackgroundHere('worker', chat.world))
  const { botToken: bot_token, appToken: app_token, teamId } = workspace.world
  await chat.change({ bot_token, app_token, enabled: true })
  opened.use(await startInBackgroundHere('scheduler', chat.world))
  await vi.waitUntil(async () => (await chat.deliveryState()) === 'listening', {
    timeout: 60_000,
    interval: 200,
  })
  ana = workspace.addPerson('Ana')
  stranger = workspace.addPerson('Mallory')
  await chat.link(`${teamId}:${ana.id}`)
})
afterAll(() => opened.disposeAsync())

/** Types the command in a channel, and returns its envelope once it is acknowledged. */
async function command(person: WorkspaceUser, text: string) {
  workspace.command(person, text, { channelId: workspace.addChannel() })
  const envelope = workspace.sockets.envelopes.at(-1)!
  await expect.poll(() => envelope.isAcknowledged, { timeout: 30_000, interval: 1 }).toBe(true)
  return envelope
}

const ofBot = (person: WorkspaceUser): readonly WorkspaceMessage[] =>
  workspace.messages(person).filter(({ user }) => user === workspace.world.botUser.id)

/** What the bot has written to a person, once it is this number of messages. */
async function writtenTo(person: WorkspaceUser, count: number) {
  await expect.poll(() => ofBot(person).length, { timeout: 60_000, interval: 50 }).toBe(count)
  return ofBot(person)
}
const callsOf = (method: string) => workspace.calls.filter((call) => call.method === method)

it('R223 answers a command of a linked person in the direct channel, and what is asked below', async () => {
  const envelope = await command(ana, 'How much leave do I have?')
  expect(envelope.response).toMatchObject({
    response_type: 'ephemeral',
    text: 'I answer you in our direct messages.',
  })
  const [answer] = await writtenTo(ana, 1)
  expect(answer?.text).toMatch(/^You asked: How much leave do I have\?\n/)
  expect(answer?.text).toContain('Everybody has thirty days of leave.')
  expect(answer?.text).not.toContain('millions')
  expect(answer).not.toHaveProperty('thread_ts')

  workspace.sockets.repeat(envelope)
  workspace.say(ana, 'And for Annual leave?', { fields: { thread_ts: answer?.ts } })
  const [, followUp] = await writtenTo(ana, 2)
  expect(followUp).toMatchObject({ thread_ts: answer?.ts })
  expect(await chat.conversations()).toHaveLength(1)
  expect(await chat.world.sql('select role from messages')).toHaveLength(4)
  expect(await chat.world.sql('select 1 from chat_posts')).toHaveLength(2)
  expect(callsOf('commands.respond')).toEqual([])
})

it('R223 refuses a command of a stranger there, and acknowledges it as any other, in the same time', async () => {
  const responses = new Set<string>()
  /** How long the acknowledgement takes while nothing else is answered. */
  const spentMs = async (person: WorkspaceUser) => {
    const before = ofBot(person).length
    const startedAt = performance.now()
    const { response } = await command(person, 'leave')
    const spent = performance.now() - startedAt
    responses.add(JSON.stringify(response))
    await writtenTo(person, before + 1)
    return spent
  }
  const pairs: (readonly [number, number])[] = []
  for (let times = 0; times < 8; times += 1)
    pairs.push([await spentMs(stranger), await spentMs(ana)])
  expect(responses.size).toBe(1)
  // A refusal is written half a second later: to wait for it would take many times as long.
  const [lower, upper] = middle(pairs.map(([refused, answered]) => refused / answered))
  expect(upper).toBeGreaterThan(1 / 3)
  expect(lower).toBeLessThan(3)
  expect(middle(pairs.map(([refused, answered]) => refused - answered))[0]).toBeLessThan(250)
  const refused = await writtenTo(stranger, 8)
  expect(new Set(refused.map(({ text }) => text))).toEqual(
    new Set([`You asked: leave\n${refusal}`]),
  )
})

it('says how to ask, alike to everyone, for a command without words', async () => {
  const [one, other] = [await command(ana, ''), await command(stranger, ' ')]
  expect(one.response).toMatchObject({ text: expect.stringContaining('/ken How much leave') })
  expect(other.response).toEqual(one.response)
})

/** What the home tab of a person shows, once it shows something. */
async function homeOf(person: WorkspaceUser): Promise<string> {
  workspace.openHome(person, 'home')
  const shown = () => JSON.stringify(workspace.world.homes.get(person.id) ?? null)
  await expect.poll(shown, { timeout: 30_000, interval: 20 }).not.toBe('null')
  return shown()
}

it('R223 shows strangers the refusal in the home tab, and linked people how to ask and to unlink', async () => {
  const texts = (await homeOf(stranger)).match(/"text":"[^"]*"/g)
  expect(texts).toEqual([JSON.stringify({ text: refusal }).slice(1, -1)])
  const linked = await homeOf(ana)
  for (const part of ['Ask me in Messages or with ', '/ken', '***@example.com', 'Linked chats'])
    expect(linked).toContain(part)
  expect(linked).not.toContain(member.email)
})

/** The two in the middle of eight. */
const middle = (values: readonly number[]) => values.toSorted((one, two) => one - two).slice(3, 5)
