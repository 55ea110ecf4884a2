import {
  botMessengerDouble,
  type BotMessengerDouble,
  type MessengerMessage,
  type MessengerPerson,
  teamChatDouble,
  type DoublePost,
} from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import {
  ken,
  startInBackground,
  startKen,
  type Running,
  type Server,
} from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, enrolOwner, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'

const path = '/api/v1/admin/bot-messenger'
const refusal = 'I cannot answer this. If you were given a code, send it alone, as it is written.'
const documents = [
  {
    source: 'wiki',
    external_id: 'leave',
    url: 'https://wiki.example.com/leave',
    title: 'Annual leave',
    body: 'Everybody has thirty days of leave.',
    allowed: ['everyone'],
  },
  {
    source: 'wiki',
    external_id: 'board',
    url: 'https://wiki.example.com/board',
    title: 'Salaries',
    body: 'The board earns millions of leave.',
    allowed: ['role:Owner'],
  },
]

const opened = new AsyncDisposableStack()
let world: World
let server: Server
let messenger: BotMessengerDouble
let ownerHeaders: Readonly<Record<string, string>>
let ana: MessengerPerson
let worker: Running
let scheduler: Running

beforeAll(async () => {
  messenger = opened.adopt(await botMessengerDouble(), ({ close }) => close())
  const { env, ...rest } = opened.use(await distributedWorld())
  world = { ...rest, env: { ...env, KEN_TEAMCHAT_LOOPBACK: 'allow' } }
  server = opened.use(await startKen(['http'], world))
  ownerHeaders = bearer((await enrolOwner(world, server)).step.access_token)
  writeFileSync(
    join(world.cwd, 'documents.jsonl'),
    documents.map((document) => JSON.stringify(document)).join('\n'),
  )
  await ken(['import', 'documents.jsonl'], world)
  await addMemberWithPassword(world)
  worker = opened.use(await startInBackground('worker', world))
  ana = messenger.addPerson('Ana')
})
afterAll(() => opened.disposeAsync())

const change = async (json: object) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'PUT',
    headers: { ...ownerHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  return {
    status: response.status,
    body: (await response.json()) as Readonly<Record<string, unknown>>,
  }
}

const conversations = () => world.sql(`select 1 from conversations where source = 'bot_messenger'`)

/** Whether messages to the bot arrive. */
const shownDelivery = async () =>
  (
    (await (await fetch(`${server.url}${path}`, { headers: ownerHeaders })).json()) as {
      delivery: { state: string; reason: string | null }
    }
  ).delivery

const delivery = async () => (await shownDelivery()).state

/** The outcome of a message, once it has one. */
async function outcomeOf(person: MessengerPerson, asked: MessengerMessage): Promise<unknown> {
  const postId = `bot_messenger:${messenger.bot.id}:${person.id}:${asked.message_id}`
  const [row] = await world.sql('select outcome from chat_posts where post_id = $1', [postId])
  return row?.['outcome']
}

/** What the bot wrote to a person since a message, once nothing more of it is pending. */
async function repliesTo(
  person: MessengerPerson,
  asked: MessengerMessage,
): Promise<readonly string[]> {
  await expect
    .poll(() => outcomeOf(person, asked), { timeout: 60_000, interval: 50 })
    .toBeTypeOf('string')
  return messenger
    .messages(person)
    .filter(
      ({ from, message_id }) => from?.id === messenger.bot.id && message_id > asked.message_id,
    )
    .map(({ text }) => text ?? '')
}
const ask = async (person: MessengerPerson, text: string) =>
  repliesTo(person, messenger.say(person, text))

it('is turned on once the platform confirmed the bot, and then listens', async () => {
  const refused = await change({
    api_root: messenger.url,
    bot_token: `${messenger.bot.id}:${'x'.repeat(35)}`,
    enabled: true,
  })
  expect(refused).toMatchObject({ status: 422, body: { reason: 'token_refused' } })
  const on = await change({ bot_token: messenger.token, enabled: true })
  expect(on).toMatchObject({
    status: 200,
    body: { enabled: true, bot_user_id: String(messenger.bot.id), is_available: true },
  })
  expect(JSON.stringify(on.body)).not.toContain(messenger.token)
  // It reads the settings at its start, and every 30 seconds.
  scheduler = opened.use(await startInBackground('scheduler', world))
  await expect.poll(delivery, { timeout: 60_000, interval: 200 }).toBe('listening')
})

it('R223 gives strangers the one refusal, for every text', async () => {
  const stranger = messenger.addPerson('Mallory')
  for (const text of ['How much leave do I have?', '/start link', '/help', 'ABCD-EFGH'])
    expect(await ask(stranger, text)).toEqual([refusal])
})

it('R224 links with a code alone, and answers once, from what the person may see', async () => {
  const { token } = await sessionOf(server, member)
  const surfaces = await fetch(`${server.url}/api/v1/me/chat-surfaces`, { headers: bearer(token) })
  expect(await surfaces.json()).toMatchObject({
    data: [
      {
        source: 'bot_messenger',
        bot_handle: messenger.bot.username,
        url: `https://t.me/${messenger.bot.username}?start=link`,
      },
    ],
  })
  const made = await post(
    `${server.url}/api/v1/me/link-codes`,
    { source: 'bot_messenger' },
    bearer(token),
  )
  const { code } = (await made.json()) as { code: string }
  expect(await ask(ana, `my code is ${code}`)).toEqual([refusal])
  const [linked] = await ask(ana, code)
  expect(linked).toMatch(/^You are linked to .*@example\.com.*\. Ask me anything\.$/)

  const asked = messenger.say(ana, 'How much leave do I have?')
  const answers = await repliesTo(ana, asked)
  expect(answers).toHaveLength(1)
  expect(answers[0]).toContain('Everybody has thirty days of leave.')
  expect(answers[0]).not.toContain('millions')
  const answer = messenger.messages(ana).at(-1)!
  expect(answer.reply_to_message?.message_id).toBe(asked.message_id)
  expect(answer.entities).toContainEqual(
    expect.objectContaining({ type: 'text_link', url: 'https://wiki.example.com/leave' }),
  )
})

it('continues a conversation without a thread, and starts one with /new', async () => {
  const before = (await conversations()).length
  await ask(ana, 'And for Annual leave?')
  expect(await conversations()).toHaveLength(before)
  expect(await ask(ana, '/new')).toEqual([
    'This is a new conversation. What would you like to know?',
  ])
  await ask(ana, 'How much leave?')
  expect(await conversations()).toHaveLength(before + 1)
})

it.each([
  { method: 'sendMessage', behaviour: 'store_then_hang', extraLines: 1 },
  { method: 'editMessageText', behaviour: 'store_then_hang', extraLines: 0 },
] as const)(
  'R221 answers once when the worker is killed while $method: $behaviour',
  async ({ method, behaviour, extraLines }) => {
    const count = () => messenger.requests.filter((request) => request.method === method).length
    const before = count()
    messenger.behaveOnce(method, behaviour)
    const asked = messenger.say(ana, 'How much leave do I have?')
    await expect.poll(count, { timeout: 30_000 }).toBe(before + 1)
    await worker.stop('SIGKILL')
    worker = opened.use(await startInBackground('worker', world))
    await leasesOfWorkersExpire(world)
    const written = () =>
      messenger
        .messages(ana)
        .filter(
          ({ from, message_id: id }) => from?.id === messenger.bot.id && id > asked.message_id,
        )
    const withAnswer = () => written().filter(({ text }) => text?.includes('thirty days'))
    await expect
      .poll(() => jobsAreDue(world).then(() => outcomeOf(ana, asked)), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe('answered')
    expect(withAnswer()).toHaveLength(1)
    expect(written().length).toBeLessThanOrEqual(1 + extraLines)
  },
)

it('R220 loses and repeats nothing when the scheduler is killed between messages', async () => {
  const ben = messenger.addPerson('Ben')
  await world.sql(
    `insert into identity_mapping (id, source, external_id, user_id, created_at)
     select gen_random_uuid(), 'bot_messenger', $1, id, now() from users where email = $2`,
    [String(ben.id), member.email],
  )
  const asked = [messenger.say(ben, 'leave'), messenger.say(ben, 'more leave')]
  await scheduler.stop('SIGKILL')
  asked.push(messenger.say(ben, 'and more leave'))
  // As if the lease had expired of a process that no longer renews it.
  await world.sql('update leases set expires_at = now()')
  scheduler = opened.use(await startInBackground('scheduler', world))
  const answers = () =>
    asked.map(
      ({ message_id: id }) =>
        messenger.messages(ben).filter(({ reply_to_message: to }) => to?.message_id === id).length,
    )
  await expect.poll(answers, { timeout: 30_000 }).toEqual([1, 1, 1])
  await expect.poll(() => messenger.world.updates.length, { timeout: 30_000 }).toBe(0)
  expect(answers()).toEqual([1, 1, 1])
})

it('R222 delays no other chat while every call to it hangs', async () => {
  const teamChat = opened.adopt(await teamChatDouble(), ({ close }) => close())
  const set = await fetch(`${server.url}/api/v1/admin/teamchat`, {
    method: 'PUT',
    headers: { ...ownerHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({
      base_url: teamChat.url.replace(/\/$/, ''),
      bot_token: teamChat.bot.token,
      enabled: true,
    }),
  })
  expect(set.status).toBe(200)
  await scheduler.stop()
  scheduler = opened.use(await startInBackground('scheduler', world))
  const link = (source: string, externalId: string) =>
    world.sql(
      `insert into identity_mapping (id, source, external_id, user_id, created_at)
       select gen_random_uuid(), $1, $2, id, now() from users where email = $3`,
      [source, externalId, member.email],
    )
  const alice = teamChat.addPerson('alice')
  await link('teamchat', alice.id)
  const replies = ({ id, channel_id: channelId }: DoublePost) =>
    teamChat.posts(channelId).filter(({ props }) => props['ken_reply_to'] === id).length
  const first = teamChat.say(alice, 'leave')
  await expect.poll(() => replies(first), { timeout: 30_000 }).toBe(1)
  const sends = () => messenger.requests.filter(({ method }) => method === 'sendMessage').length
  const before = sends()
  messenger.behave('sendMessage', 'hang')
  // More than a worker answers at once.
  for (let count = 0; count < 40; count += 1) {
    const person = messenger.addPerson(`Waiting${count}`)
    await link('bot_messenger', String(person.id))
    messenger.say(person, 'leave')
  }
  await expect.poll(sends, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 16)
  const asked = teamChat.say(alice, 'How much leave?')
  // A call that hangs fails after 15 seconds.
  await expect.poll(() => replies(asked), { timeout: 5_000 }).toBe(1)
  messenger.behave('sendMessage', 'ok')
})

it('shows that its token was revoked, and listens again once it is not', async () => {
  messenger.revoke()
  await expect
    .poll(shownDelivery, { timeout: 30_000 })
    .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  messenger.restore()
  await expect.poll(delivery, { timeout: 30_000 }).toBe('listening')
})
