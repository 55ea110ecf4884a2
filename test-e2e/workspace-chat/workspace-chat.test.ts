import {
  workspaceChatDouble,
  type WorkspaceChatDouble,
  type WorkspaceMessage,
  type WorkspaceUser,
} from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatWorld, refusal } from '../support/chats/chat-world.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'
import { member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'

const opened = new AsyncDisposableStack()
let chat: Awaited<ReturnType<typeof chatWorld>>
let workspace: WorkspaceChatDouble
let ana: WorkspaceUser
let worker: Running
let scheduler: Running

beforeAll(async () => {
  workspace = opened.adopt(await workspaceChatDouble(), ({ close }) => close())
  chat = opened.use(await chatWorld('workspace_chat', { KEN_WORKSPACE_CHAT_URL: workspace.apiUrl }))
  worker = opened.use(await startInBackground('worker', chat.world))
  ana = workspace.addPerson('Ana')
})
afterAll(() => opened.disposeAsync())

const teamId = () => workspace.world.teamId

/** The outcome of a message, once it has one. */
const outcomeOf = (person: WorkspaceUser, asked: WorkspaceMessage) =>
  chat.outcomeOf(`workspace_chat:${teamId()}:${workspace.channelOf(person)}:${asked.ts}`)

/** What the bot wrote into the thread of a message, after it. */
const writtenFor = (person: WorkspaceUser, asked: WorkspaceMessage): readonly WorkspaceMessage[] =>
  workspace
    .messages(person)
    .filter(
      ({ user, ts, thread_ts: root }) =>
        user === workspace.world.botUser.id &&
        ts > asked.ts &&
        root === (asked.thread_ts ?? asked.ts),
    )

/** The same, once nothing more of it is pending. */
async function repliesTo(
  person: WorkspaceUser,
  asked: WorkspaceMessage,
): Promise<readonly string[]> {
  await expect
    .poll(() => outcomeOf(person, asked), { timeout: 60_000, interval: 50 })
    .toBeTypeOf('string')
  return writtenFor(person, asked).map(({ text }) => text)
}
const ask = async (person: WorkspaceUser, text: string) =>
  repliesTo(person, workspace.say(person, text))

it('is turned on once the platform confirmed both tokens, and then listens', async () => {
  const { botToken: bot_token, appToken: app_token, appId, botUser } = workspace.world
  expect(await chat.change({ bot_token: app_token, app_token: bot_token })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/bot_token' }] },
  })
  expect(await chat.change({ bot_token })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/app_token' }] },
  })
  expect(
    await chat.change({ bot_token: 'xoxb-unknown-unknown', app_token, enabled: true }),
  ).toMatchObject({ status: 422, body: { reason: 'token_refused' } })
  const on = await chat.change({ bot_token, app_token, enabled: true })
  expect(on).toMatchObject({
    status: 200,
    body: {
      enabled: true,
      app_id: appId,
      workspace_id: teamId(),
      bot_user_id: `${teamId()}:${botUser.id}`,
      is_available: true,
    },
  })
  for (const token of [bot_token, app_token])
    expect(
      JSON.stringify([on.body, await chat.world.sql('select * from audit_log')]),
    ).not.toContain(token)
  // It reads the settings at its start, and every 30 seconds.
  scheduler = opened.use(await startInBackground('scheduler', chat.world))
  await expect.poll(chat.deliveryState, { timeout: 60_000, interval: 500 }).toBe('listening')
})

it('R223 gives strangers of the workspace the one refusal, for every text', async () => {
  const stranger = workspace.addPerson('Mallory')
  for (const text of ['How much leave do I have?', '/ken leave', 'ABCD-EFGH'])
    expect(await ask(stranger, text)).toEqual([refusal])
})

it('R224 links with a code alone, and answers once in the thread, from what the person may see', async () => {
  const { token } = await sessionOf(chat.server, member)
  const surfaces = await fetch(`${chat.server.url}/api/v1/me/chat-surfaces`, {
    headers: bearer(token),
  })
  expect(await surfaces.json()).toMatchObject({
    data: [
      {
        source: 'workspace_chat',
        bot_handle: workspace.world.botUser.name,
        url: `https://slack.com/app_redirect?app=${workspace.world.appId}`,
      },
    ],
  })
  const codeFor = async (source: string) => {
    const made = await post(`${chat.server.url}/api/v1/me/link-codes`, { source }, bearer(token))
    return ((await made.json()) as { code: string }).code
  }
  expect(await ask(ana, await codeFor('teamchat'))).toEqual([refusal])
  const code = await codeFor('workspace_chat')
  expect(await ask(ana, `my code is ${code}`)).toEqual([refusal])
  const [linked] = await ask(ana, code)
  expect(linked).toMatch(/^You are linked to .*@example\.com.*\. Ask me anything\.$/)

  const asked = workspace.say(ana, 'How much leave do I have?')
  const answers = await repliesTo(ana, asked)
  expect(answers).toHaveLength(1)
  expect(answers[0]).toContain('Everybody has thirty days of leave.')
  expect(answers[0]).not.toContain('millions')
  const [answer] = writtenFor(ana, asked)
  expect(JSON.stringify(answer?.['blocks'])).toContain('"url":"https://wiki.example.com/leave"')

  const before = (await chat.conversations()).length
  const more = workspace.say(ana, 'And for Annual leave?', { fields: { thread_ts: asked.ts } })
  expect(await repliesTo(ana, more)).toHaveLength(1)
  expect(await chat.conversations()).toHaveLength(before)
  await ask(ana, 'Another question about leave')
  expect(await chat.conversations()).toHaveLength(before + 1)
})

it.each(['hang', 'store_then_hang'] as const)(
  'R221 answers once in the workspace when the worker is killed while it posts: %s',
  async (behaviour) => {
    const count = () => workspace.calls.filter(({ method }) => method === 'chat.postMessage').length
    const before = count()
    workspace.behaveOnce('chat.postMessage', behaviour)
    const asked = workspace.say(ana, 'How much leave do I have?')
    await expect.poll(count).toBe(before + 1)
    await worker.stop('SIGKILL')
    worker = opened.use(await startInBackground('worker', chat.world))
    await leasesOfWorkersExpire(chat.world)
    await expect
      .poll(() => jobsAreDue(chat.world).then(() => outcomeOf(ana, asked)), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe('answered')
    expect(writtenFor(ana, asked)).toHaveLength(1)
  },
)

it('R220 loses and repeats nothing when the scheduler is killed between messages', async () => {
  const ben = workspace.addPerson('Ben')
  await chat.link(`${teamId()}:${ben.id}`)
  const asked = [workspace.say(ben, 'leave'), workspace.say(ben, 'more leave')]
  await scheduler.stop('SIGKILL')
  asked.push(workspace.say(ben, 'and more leave'))
  // As if the lease had expired of a process that no longer renews it.
  await chat.world.sql('update leases set expires_at = now()')
  scheduler = opened.use(await startInBackground('scheduler', chat.world))
  const answers = () => asked.map((message) => writtenFor(ben, message).length)
  await expect.poll(answers, { timeout: 60_000 }).toEqual([1, 1, 1])
  for (const envelope of [...workspace.sockets.envelopes].slice(-3))
    workspace.sockets.repeat(envelope)
  const last = workspace.say(ben, 'the last question about leave')
  await repliesTo(ben, last)
  expect(answers()).toEqual([1, 1, 1])
})

it('R227 links by a confirmed address once an Owner turned that on, and no guest', async () => {
  workspace.world.scopes.add('users:read.email')
  const [name] = member.email.split('@') as [string]
  const asked = async () => ask(workspace.addPerson(name), 'How much leave do I have?')
  expect(await asked()).toEqual([refusal])
  expect(await chat.change({ match_by_email: true })).toMatchObject({
    status: 200,
    body: { match_by_email: true, is_available: true },
  })
  expect((await asked())[0]).toMatch(/^You are linked to .*@example\.com/)
  const guest = workspace.addPerson(name, { is_restricted: true })
  expect(await ask(guest, 'How much leave do I have?')).toEqual([refusal])
  expect(
    await chat.world.sql(
      `select 1 from audit_log where action = 'identity.link' and meta ->> 'by' = 'email'`,
    ),
  ).toHaveLength(1)
  expect(await chat.change({ match_by_email: false })).toMatchObject({ status: 200 })
  expect(await asked()).toEqual([refusal])
})

it('shows that a token of the app was revoked, and listens again once it is not', async () => {
  const { botToken } = workspace.world
  workspace.revoke(botToken)
  await expect
    .poll(chat.delivery, { timeout: 90_000, interval: 500 })
    .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  workspace.restore(botToken)
  await expect.poll(chat.deliveryState, { timeout: 90_000, interval: 500 }).toBe('listening')
  expect(await ask(ana, 'How much leave do I have?')).toHaveLength(1)
})

it('shows it at once when the platform sends an event about it', async () => {
  workspace.revokeBot()
  await expect
    .poll(chat.delivery, { timeout: 5_000, interval: 100 })
    .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  workspace.restore(workspace.world.botToken)
  await expect.poll(chat.deliveryState, { timeout: 90_000, interval: 500 }).toBe('listening')
})
