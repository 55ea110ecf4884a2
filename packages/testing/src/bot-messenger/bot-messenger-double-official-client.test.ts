import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Bot, GrammyError, HttpError, webhookCallback } from 'grammy'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { botMessengerDouble, type BotMessengerDoubleOptions } from './bot-messenger-double.ts'

const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** The double is our reading of the protocol; here the whole official framework, which knows nothing of it, works against it. */
async function open(options: BotMessengerDoubleOptions = {}) {
  const double = await botMessengerDouble(options)
  onTestFinished(() => double.close())
  const bot = new Bot(double.token, { client: { apiRoot: double.url } })
  return { double, bot, ana: double.addPerson('Ana') }
}

/** Starts polling, and stops it when the test ends. */
function poll(bot: Bot) {
  const ended = bot.start({ timeout: 5 })
  ended.catch(() => {})
  onTestFinished(() => bot.stop())
  return ended
}

describe('a bot that polls', () => {
  it('receives messages in order, each once, and replies with entities', async () => {
    const { double, bot, ana } = await open()
    const received: string[] = []
    bot.on('message:text', async (context) => {
      received.push(context.message.text)
      await context.reply('See the page.', {
        reply_parameters: { message_id: context.message.message_id },
        entities: [{ type: 'text_link', offset: 8, length: 4, url: 'https://wiki.test/page' }],
        link_preview_options: { is_disabled: true },
      })
    })
    double.say(ana, 'before it started')
    void poll(bot)
    await eventually(() => expect(received).toEqual(['before it started']))
    const question = double.say(ana, 'while it runs')
    await eventually(() => expect(double.messages(ana)).toHaveLength(4))
    expect(double.messages(ana).at(-1)).toMatchObject({
      from: { id: double.bot.id, is_bot: true },
      reply_to_message: { message_id: question.message_id },
      entities: [{ type: 'text_link', url: 'https://wiki.test/page' }],
    })
    await eventually(() => expect(double.world.updates).toEqual([]))
    expect(received).toEqual(['before it started', 'while it runs'])
  })

  it('tells commands, edits and blocking apart', async () => {
    const { double, bot, ana } = await open()
    const received: string[] = []
    bot.command('new', () => void received.push('command'))
    bot.on('edited_message:text', ({ editedMessage }) => void received.push(editedMessage.text))
    bot.on('my_chat_member', ({ myChatMember }) => {
      received.push(myChatMember.new_chat_member.status)
    })
    void poll(bot)
    double.say(ana, '/new')
    double.edit(double.say(ana, 'first'), 'second')
    double.block(ana)
    double.unblock(ana)
    await eventually(() => expect(received).toEqual(['command', 'second', 'kicked', 'member']))
  })

  it('ends when another process polls with its token', async () => {
    const { double, bot } = await open()
    const ended = poll(bot)
    await eventually(() => expect(double.isPolled()).toBe(true))
    double.pollElsewhere()
    await expect(ended).rejects.toMatchObject({ error_code: 409, name: 'GrammyError' })
  })

  it('ends when its token is revoked', async () => {
    const { double, bot } = await open()
    const ended = poll(bot)
    await eventually(() => expect(double.isPolled()).toBe(true))
    double.revoke()
    await expect(ended).rejects.toMatchObject({ error_code: 401 })
  })
})

/** A server whose only address is the webhook of the bot. */
async function serve(bot: Bot, secretToken: string) {
  const handle = webhookCallback(bot, 'http', { secretToken })
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

describe('a bot with a webhook', () => {
  it('gets updates with the secret, again until it succeeds, and may reply in the response', async () => {
    const { double, ana } = await open()
    const bot = new Bot(double.token, {
      client: { apiRoot: double.url, canUseWebhookReply: (method) => method === 'sendMessage' },
    })
    let attempts = 0
    bot.on('message:text', async (context) => {
      attempts += 1
      if (attempts === 1) throw new Error('not now')
      await context.reply(`You said: ${context.message.text}`)
    })
    const url = await serve(bot, 'a-secret')
    await bot.api.setWebhook(url, { secret_token: 'a-secret', allowed_updates: ['message'] })
    const said = double.say(ana, 'hello')
    double.block(ana)
    double.unblock(ana)
    await eventually(() =>
      expect(double.messages(ana).map(({ text }) => text)).toEqual([said.text, 'You said: hello']),
    )
    expect(attempts).toBe(2)
    await expect(bot.api.getUpdates()).rejects.toMatchObject({ error_code: 409 })
    expect(await bot.api.getWebhookInfo()).toMatchObject({
      url,
      pending_update_count: 0,
      last_error_message: 'Wrong response from the webhook: 500',
    })
    await bot.api.deleteWebhook()
    expect(await bot.api.getUpdates()).toEqual([])
  })

  it('refuses another secret', async () => {
    const { double, bot, ana } = await open()
    const url = await serve(bot, 'a-secret')
    await bot.api.setWebhook(url, { secret_token: 'another' })
    double.say(ana, 'hello')
    await eventually(() => expect(double.deliveries.length).toBeGreaterThan(1))
    expect(double.deliveries[0]).toMatchObject({ status: 401 })
    expect(await bot.api.getWebhookInfo()).toMatchObject({ pending_update_count: 1 })
  })
})

describe('the client', () => {
  it('reads the bot, and sets its commands', async () => {
    const { double, bot } = await open()
    expect(await bot.api.getMe()).toMatchObject({ ...double.bot, can_join_groups: false })
    const commands = [{ command: 'new', description: 'Start over' }]
    await bot.api.setMyCommands(commands)
    expect(await bot.api.getMyCommands()).toEqual(commands)
  })

  it('shows a draft and typing, which a message replaces', async () => {
    const { double, bot, ana } = await open()
    double.say(ana, 'hello')
    await bot.api.sendChatAction(ana.id, 'typing')
    await bot.api.sendMessageDraft(ana.id, 1, 'Partial')
    expect(double.chatOf(ana)).toMatchObject({ draft: 'Partial', actions: ['typing'] })
    await bot.api.sendMessage(ana.id, 'Whole')
    expect(double.chatOf(ana).draft).toBeNull()
  })

  it('edits its own message, and is refused the same text again', async () => {
    const { double, bot, ana } = await open()
    double.say(ana, 'hello')
    const { message_id } = await bot.api.sendMessage(ana.id, 'old')
    const entities = [{ type: 'bold', offset: 0, length: 3 }] as const
    const edit = () =>
      bot.api.editMessageText(ana.id, message_id, 'new', { entities: [...entities] })
    expect(await edit()).toMatchObject({ text: 'new', entities })
    const refused = await edit().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(GrammyError)
    expect(refused).toMatchObject({
      error_code: 400,
      description: expect.stringContaining('message is not modified') as string,
    })
  })

  it('reads refusals with the time to wait', async () => {
    const { double, bot, ana } = await open()
    await expect(bot.api.sendMessage(ana.id, 'first')).rejects.toMatchObject({
      error_code: 400,
      description: 'Bad Request: chat not found',
    })
    double.say(ana, 'hello')
    double.behaveOnce('sendMessage', {
      status: 429,
      description: 'Too Many Requests: retry after 7',
      retryAfter: 7,
    })
    await expect(bot.api.sendMessage(ana.id, 'too fast')).rejects.toMatchObject({
      error_code: 429,
      parameters: { retry_after: 7 },
    })
    double.block(ana)
    await expect(bot.api.sendMessage(ana.id, 'blocked')).rejects.toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was blocked by the user',
    })
    double.unblock(ana)
    double.deactivate(ana)
    await expect(bot.api.sendMessage(ana.id, 'gone')).rejects.toMatchObject({
      error_code: 403,
      description: 'Forbidden: user is deactivated',
    })
  })

  it.for(['html', 'reset', 'half', 'store_then_reset'] as const)(
    'fails with an error of the network for %s',
    async (behaviour) => {
      const { double, ana } = await open()
      // Its `fetch` waits for the rest of a half answer until its time limit.
      const client = { apiRoot: double.url, timeoutSeconds: behaviour === 'half' ? 0.2 : 10 }
      const bot = new Bot(double.token, { client })
      double.say(ana, 'hello')
      double.behaveOnce('sendMessage', behaviour)
      await expect(bot.api.sendMessage(ana.id, 'reply')).rejects.toThrow(HttpError)
      const isStored = behaviour === 'half' || behaviour === 'store_then_reset'
      expect(double.messages(ana)).toHaveLength(isStored ? 2 : 1)
    },
  )
})
