import {
  botMessengerDouble,
  type BotMessengerDouble,
  type MessengerMessage,
  type MessengerPerson,
  teamChatDouble,
  type DoublePost,
} from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatRows, chatSettings, chatWorld, refusal } from '../support/chats/chat-world.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'
import { member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'

const opened = new AsyncDisposableStack()
let chat: Awaited<ReturnType<typeof chatWorld>>
let messenger: BotMessengerDouble
let ana: MessengerPerson
let worker: Running
let scheduler: Running

beforeAll(async () => {
  messenger = opened.adopt(await botMessengerDouble(), ({ close }) => close())
  chat = opened.use(await chatWorld('bot_messenger'))
  worker = opened.use(await startInBackground('worker', chat.world))
  ana = messenger.addPerson('Ana')
})
afterAll(() => opened.disposeAsync())

/** The outcome of a message, once it has one. */
const outcomeOf = (person: MessengerPerson, asked: MessengerMessage) =>
  chat.outcomeOf(`bot_messenger:${messenger.bot.id}:${person.id}:${asked.message_id}`)

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
  const refused = await chat.change({
    api_root: messenger.url,
    bot_token: `${messenger.bot.id}:${'x'.repeat(35)}`,
    enabled: true,
  })
  expect(refused).toMatchObject({ status: 422, body: { reason: 'token_refused' } })
  const on = await chat.change({ bot_token: messenger.token, enabled: true })
  expect(on).toMatchObject({
    status: 200,
    body: { enabled: true, bot_user_id: String(messenger.bot.id), is_available: true },
  })
  expect(JSON.stringify(on.body)).not.toContain(messenger.token)
  // It reads the settings at its start, and every 30 seconds.
  scheduler = opened.use(await startInBackground('scheduler', chat.world))
  await expect.poll(chat.deliveryState, { timeout: 60_000, interval: 200 }).toBe('listening')
})

it('R223 gives strangers the one refusal, for every text', async () => {
  const stranger = messenger.addPerson('Mallory')
  for (const text of ['How much leave do I have?', '/start link', '/help', 'ABCD-EFGH'])
    expect(await ask(stranger, text)).toEqual([refusal])
})

it('R224 links with a code alone, and answers once, from what the person may see', async () => {
  const { token } = await sessionOf(chat.server, member)
  const surfaces = await fetch(`${chat.server.url}/api/v1/me/chat-surfaces`, {
    headers: bearer(token),
  })
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
    `${chat.server.url}/api/v1/me/link-codes`,
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

it('says what it can do when a linked person opens it again', async () => {
  expect(await ask(ana, '/start link')).toEqual([expect.stringContaining('in your own words')])
})

it('continues a conversation without a thread, and starts one with /new', async () => {
  const before = (await chat.conversations()).length
  await ask(ana, 'And for Annual leave?')
  expect(await chat.conversations()).toHaveLength(before)
  expect(await ask(ana, '/new')).toEqual([
    'This is a new conversation. What would you like to know?',
  ])
  await ask(ana, 'How much leave?')
  expect(await chat.conversations()).toHaveLength(before + 1)
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
    await expect.poll(count).toBe(before + 1)
    await worker.stop('SIGKILL')
    worker = opened.use(await startInBackground('worker', chat.world))
    await leasesOfWorkersExpire(chat.world)
    const written = () =>
      messenger
        .messages(ana)
        .filter(
          ({ from, message_id: id }) => from?.id === messenger.bot.id && id > asked.message_id,
        )
    const withAnswer = () => written().filter(({ text }) => text?.includes('thirty days'))
    await expect
      .poll(() => jobsAreDue(chat.world).then(() => outcomeOf(ana, asked)), {
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
  await chat.link(String(ben.id))
  const asked = [messenger.say(ben, 'leave'), messenger.say(ben, 'more leave')]
  await scheduler.stop('SIGKILL')
  asked.push(messenger.say(ben, 'and more leave'))
  // As if the lease had expired of a process that no longer renews it.
  await chat.world.sql('update leases set expires_at = now()')
  scheduler = opened.use(await startInBackground('scheduler', chat.world))
  const answers = () =>
    asked.map(
      ({ message_id: id }) =>
        messenger.messages(ben).filter(({ reply_to_message: to }) => to?.message_id === id).length,
    )
  await expect.poll(answers).toEqual([1, 1, 1])
  await expect.poll(() => messenger.world.updates.length).toBe(0)
  expect(answers()).toEqual([1, 1, 1])
})

it('R222 delays no other chat while every call to it hangs', async () => {
  const teamChat = opened.adopt(await teamChatDouble(), ({ close }) => close())
  const settings = chatSettings('teamchat', chat.server, chat.ownerHeaders)
  expect(
    await settings.change({
      base_url: teamChat.url.replace(/\/$/, ''),
      bot_token: teamChat.bot.token,
      enabled: true,
    }),
  ).toMatchObject({ status: 200 })
  await scheduler.stop()
  scheduler = opened.use(await startInBackground('scheduler', chat.world))
  const alice = teamChat.addPerson('alice')
  await chatRows('teamchat', chat.world).link(alice.id)
  const replies = ({ id, channel_id: channelId }: DoublePost) =>
    teamChat.posts(channelId).filter(({ props }) => props['ken_reply_to'] === id).length
  const first = teamChat.say(alice, 'leave')
  await expect.poll(() => replies(first)).toBe(1)
  const sends = () => messenger.requests.filter(({ method }) => method === 'sendMessage').length
  const before = sends()
  messenger.behave('sendMessage', 'hang')
  // More than a worker answers at once.
  for (let count = 0; count < 40; count += 1) {
    const person = messenger.addPerson(`Waiting${count}`)
    await chat.link(String(person.id))
    messenger.say(person, 'leave')
  }
  await expect.poll(sends).toBeGreaterThanOrEqual(before + 16)
  const asked = teamChat.say(alice, 'How much leave?')
  // A call that hangs fails after 15 seconds.
  await expect.poll(() => replies(asked), { timeout: 10_000 }).toBe(1)
  messenger.behave('sendMessage', 'ok')
})

it('shows that its token was revoked, and listens again once it is not', async () => {
  messenger.revoke()
  await expect
    .poll(chat.delivery, { interval: 500 })
    .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
  messenger.restore()
  await expect.poll(chat.deliveryState, { interval: 500 }).toBe('listening')
})
