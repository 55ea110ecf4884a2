import { describe, expect, it, onTestFinished } from 'vitest'
import {
  botMessengerDouble,
  type BotMessengerDouble,
  type BotMessengerDoubleOptions,
} from './bot-messenger-double.ts'

const dayMs = 24 * 3_600_000

async function open(options: BotMessengerDoubleOptions = {}) {
  const double = await botMessengerDouble(options)
  onTestFinished(() => double.close())
  return { double, ana: double.addPerson('Ana') }
}

type Answer = {
  readonly ok: boolean
  readonly error_code?: number
  readonly description?: string
  readonly result: Result
}
type Result = readonly { readonly update_id: number; readonly message?: { text: string } }[] & {
  readonly message_id: number
  readonly text: string
  readonly entities?: readonly { readonly type: string; offset: number; length: number }[]
  readonly reply_to_message?: object
}

async function call(
  double: BotMessengerDouble,
  method: string,
  fields: object = {},
  token = double.token,
) {
  const response = await fetch(`${double.url}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  return { status: response.status, ...((await response.json()) as Answer) }
}

describe('updates', () => {
  it('come again until a call with a higher offset', async () => {
    const { double, ana } = await open()
    for (const text of ['one', 'two', 'three']) double.say(ana, text)
    const textsFrom = async (fields: object) =>
      (await call(double, 'getUpdates', fields)).result.map(({ message }) => message?.text)
    expect(await textsFrom({})).toEqual(['one', 'two', 'three'])
    expect(await textsFrom({ limit: 1 })).toEqual(['one'])
    const { result } = await call(double, 'getUpdates')
    expect(await textsFrom({ offset: result[1]?.update_id })).toEqual(['two', 'three'])
    expect(await textsFrom({ offset: -1 })).toEqual(['three'])
    expect(await textsFrom({})).toEqual(['three'])
  })

  it('are forgotten after a day', async () => {
    let now = Date.now()
    const { double, ana } = await open({ now: () => now })
    double.say(ana, 'old')
    now += dayMs
    expect((await call(double, 'getUpdates')).result).toEqual([])
  })

  it('are of the kinds that the bot asked for last', async () => {
    const { double, ana } = await open()
    await call(double, 'getUpdates', { allowed_updates: ['message'] })
    double.block(ana)
    double.say(ana, 'hello')
    await call(double, 'getUpdates', { allowed_updates: [] })
    double.unblock(ana)
    const { result } = await call(double, 'getUpdates')
    expect(result.map((update) => Object.keys(update)[1])).toEqual(['message', 'my_chat_member'])
  })

  it('are waited for by one call, which a second one ends', async () => {
    const { double, ana } = await open()
    const first = call(double, 'getUpdates', { timeout: 50 })
    await expect.poll(() => double.isPolled()).toBe(true)
    const second = call(double, 'getUpdates', { timeout: 50 })
    expect(await first).toMatchObject({
      status: 409,
      description: expect.stringMatching(/^Conflict: terminated by other getUpdates/) as string,
    })
    await expect.poll(() => double.isPolled()).toBe(true)
    double.say(ana, 'hello')
    expect((await second).result).toHaveLength(1)
  })

  it('may be posted once more to a webhook that has acknowledged them', async () => {
    const { double, ana } = await open()
    const other = await botMessengerDouble()
    onTestFinished(() => other.close())
    // Any server that takes a POST: the other double answers 404, and the update stays.
    await call(double, 'setWebhook', { url: `${other.url}/hook`, secret_token: 'x'.repeat(256) })
    double.say(ana, 'hello')
    await expect.poll(() => double.deliveries.length).toBeGreaterThan(1)
    const update = double.push({})
    expect(update && (await double.deliverAgain(update))).toBe(404)
    for (const secret_token of ['x'.repeat(257), 'ä'])
      expect(await call(double, 'setWebhook', { url: other.url, secret_token })).toMatchObject({
        status: 400,
      })
  })
})

describe('a token', () => {
  it('is refused when it is malformed, unknown or revoked', async () => {
    const { double } = await open()
    const descriptionFor = async (token: string) =>
      (await call(double, 'getMe', {}, token)).description
    expect(await descriptionFor('nothing')).toBe('Unauthorized: invalid token specified')
    expect(await descriptionFor(`${double.token}x`)).toBe('Unauthorized')
    double.revoke()
    expect(await descriptionFor(double.token)).toBe('Unauthorized')
    double.restore()
    expect(await call(double, 'GETME')).toMatchObject({ status: 200, ok: true })
  })
})

/** Sends a text to a person who has written before. */
const send = async (text: string, entities?: readonly object[]) => {
  const { double, ana } = await open()
  double.say(ana, 'hello')
  return call(double, 'sendMessage', { chat_id: ana.id, text, entities })
}

describe('a message', () => {
  it.for([
    ['@ana', 'mention'],
    ['(/new)', 'bot_command'],
    ['#tag', 'hashtag'],
    ['$USD', 'cashtag'],
    ['example.com/x', 'url'],
    ['https://a.test', 'url'],
    ['1.2.3.4', 'url'],
    ['tg://user?id=1', 'url'],
    ['ana@example.com', 'email'],
  ] as const)('makes %s a %s', async ([text, type]) => {
    expect((await send(text)).result.entities).toMatchObject([{ type }])
  })

  it.for(['a/b', '//x', '#1', 'a@b', '@a', '1.5', 'e.g. this', '$usd'])(
    'leaves %s as it is',
    async (text) => {
      expect((await send(text)).result.entities).toBeUndefined()
    },
  )

  it('leaves what is inside code', async () => {
    const entities = [{ type: 'code', offset: 4, length: 11 }]
    expect((await send('see example.com', entities)).result.entities).toEqual(entities)
  })

  it('is trimmed, and its entities move along', async () => {
    const entities = [{ type: 'bold', offset: 2, length: 3 }]
    expect((await send('  old text  ', entities)).result).toMatchObject({
      text: 'old text',
      entities: [{ type: 'bold', offset: 0, length: 3 }],
    })
  })

  it.for([
    ['', 'message text is empty'],
    [' \n ', 'text must be non-empty'],
    ['x'.repeat(4_097), 'message is too long'],
  ] as const)('is refused: %#', async ([text, reason]) => {
    expect(await send(text)).toMatchObject({ status: 400, description: `Bad Request: ${reason}` })
  })

  it('is refused with entities that it cannot have', async () => {
    for (const entity of [
      { type: 'link', offset: 0, length: 1 },
      { type: 'bold', offset: -1, length: 1 },
      { type: 'text_link', offset: 0, length: 1, url: 'nothing' },
    ])
      expect(await send('text', [entity])).toMatchObject({ status: 400 })
  })

  it('replies to a message that is there, or without one if that is allowed', async () => {
    const { double, ana } = await open()
    const question = double.say(ana, 'hello')
    double.remove(question)
    const fields = { chat_id: ana.id, text: 'reply' }
    const message_id = question.message_id
    expect(
      await call(double, 'sendMessage', { ...fields, reply_parameters: { message_id } }),
    ).toMatchObject({ description: 'Bad Request: message to be replied not found' })
    const { result } = await call(double, 'sendMessage', {
      ...fields,
      reply_parameters: { message_id, allow_sending_without_reply: true },
    })
    expect(result.reply_to_message).toBeUndefined()
  })
})

it('refuses more messages in a second than it takes, in all chats together', async () => {
  let now = Date.now()
  const { double, ana } = await open({ now: () => now })
  const ben = double.addPerson('Ben')
  double.world.messagesPerSecondMax = 1
  double.say(ana, 'one')
  double.say(ben, 'two')
  const sendTo = ({ id }: { readonly id: number }) =>
    call(double, 'sendMessage', { chat_id: id, text: 'an answer' })
  expect(await sendTo(ana)).toMatchObject({ status: 200 })
  expect(await sendTo(ben)).toMatchObject({ status: 429, parameters: { retry_after: 3 } })
  now += 1_000
  expect(await sendTo(ben)).toMatchObject({ status: 200 })
})

it('lacks the methods of a later version', async () => {
  const { double } = await open({ withoutMethods: ['sendMessageDraft'] })
  expect(await call(double, 'sendMessageDraft')).toMatchObject({
    status: 404,
    description: 'Not Found: method not found',
  })
})
