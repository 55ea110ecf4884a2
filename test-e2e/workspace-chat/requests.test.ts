import {
  workspaceChatDouble,
  type WorkspaceChatDouble,
  type WorkspaceMessage,
  type WorkspaceUser,
} from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatWorld, refusal } from '../support/chats/chat-world.ts'
import { startInBackgroundHere } from '../support/ken-here.ts'
import { startKen, type Started, type Server, type ServerProgram } from '../support/ken-program.ts'
import { member } from '../support/member.ts'

const opened = new AsyncDisposableStack()
let chat: Awaited<ReturnType<typeof chatWorld>>
let workspace: WorkspaceChatDouble
let other: ServerProgram
let scheduler: Started
let ana: WorkspaceUser

beforeAll(async () => {
  workspace = opened.adopt(await workspaceChatDouble(), ({ close }) => close())
  const settings = {
    KEN_WORKSPACE_CHAT_URL: workspace.apiUrl,
    KEN_BASE_URL: 'https://ken.example.com',
  }
  chat = opened.use(await chatWorld('workspace_chat', settings, { redis: true }))
  other = opened.use(await startKen(['http'], chat.world))
  opened.use(await startInBackgroundHere('worker', chat.world))
  ana = workspace.addPerson('Ana')
})
afterAll(() => opened.disposeAsync())

const addressesOf = ({ url }: Pick<Server, 'url'>) => ({
  events: `${url}/chat/workspace_chat/events`,
  commands: `${url}/chat/workspace_chat/commands`,
})

/** What the bot wrote to a person, once it is this number of messages. */
async function writtenTo(person: WorkspaceUser, count: number) {
  const written = () =>
    workspace.messages(person).filter(({ user }) => user === workspace.world.botUser.id)
  await expect.poll(() => written().length, { timeout: 60_000, interval: 50 }).toBe(count)
  return written()
}
/** What the bot wrote below a message. */
const repliesTo = (person: WorkspaceUser, { ts }: WorkspaceMessage) =>
  workspace
    .messages(person)
    .filter(({ user, thread_ts: root }) => user === workspace.world.botUser.id && root === ts)
const requestsWith = (text: string) => workspace.requests.filter(({ body }) => body.includes(text))

it('R228 takes requests once the bot was turned on, and then proves its address', async () => {
  expect(await workspace.subscribe(addressesOf(chat.server))).not.toBe('a-challenge')
  const { botToken: bot_token, appId: app_id, signingSecret: signing_secret } = workspace.world
  const given = { transport: 'http', bot_token, app_id, signing_secret, enabled: true }
  const on = await chat.change(given)
  expect(on).toMatchObject({
    status: 200,
    body: {
      is_available: true,
      events_url: 'https://ken.example.com/chat/workspace_chat/events',
      commands_url: 'https://ken.example.com/chat/workspace_chat/commands',
      missing_scopes: [],
    },
  })
  for (const secret of [bot_token, signing_secret])
    expect(
      JSON.stringify([on.body, await chat.world.sql('select * from audit_log')]),
    ).not.toContain(secret)
  // The first bot ends all links.
  await chat.link(`${workspace.world.teamId}:${ana.id}`)
  // A process may remember for two seconds that there was none.
  await expect.poll(() => workspace.subscribe(addressesOf(chat.server))).toBe('a-challenge')
  scheduler = opened.use(await startInBackgroundHere('scheduler', chat.world))
  await expect.poll(chat.deliveryState, { timeout: 60_000, interval: 200 }).toBe('listening')
})

it('R220 answers a message once that comes to two processes, again and again', async () => {
  const asked = workspace.say(ana, 'How much leave do I have?')
  await writtenTo(ana, 1)
  const [request] = requestsWith('How much leave do I have?')
  expect(request).toMatchObject({ status: 200, response: '' })
  const urls = [chat.server, other].flatMap((server) => Array(5).fill(addressesOf(server).events))
  const repeated = await Promise.all(
    urls.map((url: string) => workspace.post(url, request?.body ?? '')),
  )
  expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([200]))
  const more = workspace.say(ana, 'Another question about leave')
  await writtenTo(ana, 2)
  for (const message of [asked, more])
    expect(repliesTo(ana, message)).toMatchObject([
      { text: expect.stringContaining('Everybody has thirty days of leave.') },
    ])
  expect(await chat.world.sql('select 1 from chat_posts')).toHaveLength(2)
})

it('R228 has no address for what is not signed, or was signed long ago', async () => {
  const { events, commands } = addressesOf(chat.server)
  const past = Math.floor(Date.now() / 1_000) - 301
  const absent = await workspace.post(`${chat.server.url}/chat/none`, '{}')
  for (const url of [events, commands])
    for (const options of [{ secret: 'another' }, { timestamp: past }])
      expect(await workspace.post(url, '{"type":"url_verification"}', options)).toMatchObject({
        status: absent.status,
      })
  expect(absent.status).toBe(404)
})

it('R223 answers commands in the direct channel, and replies alike to everyone', async () => {
  const before = (await writtenTo(ana, 2)).length
  const stranger = workspace.addPerson('Mallory')
  for (const person of [ana, stranger])
    workspace.command(person, 'leave', { channelId: workspace.addChannel() })
  const answer = (await writtenTo(ana, before + 1)).at(-1)
  expect(answer?.text).toMatch(/^You asked: leave\n/)
  expect(answer?.text).toContain('Everybody has thirty days of leave.')
  const [refused] = await writtenTo(stranger, 1)
  expect(refused?.text).toBe(`You asked: leave\n${refusal}`)
  const replies = requestsWith('command=').map(({ status, response }) => ({ status, response }))
  expect(replies).toHaveLength(2)
  expect(replies[0]).toMatchObject({
    status: 200,
    response: expect.stringContaining('I answer you in our direct messages.'),
  })
  expect(replies[1]).toEqual(replies[0])
  expect(workspace.calls.filter(({ method }) => method === 'commands.respond')).toEqual([])
})

it('R223 fills the home tab from requests', async () => {
  workspace.openHome(ana, 'home')
  const shown = () => JSON.stringify(workspace.world.homes.get(ana.id) ?? null)
  await expect.poll(shown).toContain('Linked chats')
  expect(shown()).not.toContain(member.email)
})

it('R220 loses nothing that was written while no process could take it', async () => {
  const count = (await writtenTo(ana, 3)).length
  await workspace.subscribe(addressesOf(other))
  await other.stop('SIGKILL')
  const asked = workspace.say(ana, 'How much leave is left?')
  await expect.poll(() => requestsWith('How much leave is left?')).toHaveLength(4)
  expect(requestsWith('How much leave is left?').map(({ status }) => status)).toEqual(
    Array(4).fill(null),
  )
  // The scheduler reads back when it starts; the lease of the old one ends with it.
  await scheduler.stop()
  scheduler = opened.use(await startInBackgroundHere('scheduler', chat.world))
  await writtenTo(ana, count + 1)
  expect(repliesTo(ana, asked)).toMatchObject([{ text: expect.stringContaining('thirty days') }])
})

it('shows at once that the app was removed, and listens again once it is not', async () => {
  await workspace.subscribe(addressesOf(chat.server))
  const removed = { state: 'not_connected', reason: 'token_refused' }
  // An event changes nothing while the platform serves the bot.
  const checks = () => workspace.calls.filter(({ method }) => method === 'bots.info').length
  const before = checks()
  workspace.sendEvent({ type: 'app_uninstalled' })
  await expect.poll(() => requestsWith('app_uninstalled')).toMatchObject([{ status: 200 }])
  // The last call of the check, which listeners do not make.
  await expect.poll(checks).toBe(before + 1)
  expect(await chat.deliveryState()).toBe('listening')
  // A process checks the token for such an event once in ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  workspace.uninstall()
  await expect.poll(chat.delivery, { timeout: 5_000, interval: 100 }).toMatchObject(removed)
  workspace.restore(workspace.world.botToken)
  await expect.poll(chat.deliveryState, { timeout: 90_000, interval: 500 }).toBe('listening')
})
