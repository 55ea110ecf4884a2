import {
  botMessengerAdvice,
  embedPending,
  importDocuments,
  ok,
  operator,
  teamChatAdvice,
  webhookErrorAdvice,
  workspaceChatAdvice,
} from '@ken/core'
import {
  aBotMessengerIn,
  aTeamChatIn,
  aWorkspaceChatByRequestsIn,
  aDocument,
  aWorkspaceChatIn,
  memoryEmbedder,
  memoryPorts,
  withWorkspaceChat,
  type MemoryPorts,
} from '@ken/core/testing'
import {
  answerModelDouble,
  embedderDouble,
  smtpSink,
  type AnswerModelBehaviour,
} from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionTo, testConfig, testWorld } from '../test-world.ts'
import { testDoctor } from '../test-doctor.ts'

const { examine } = testDoctor()

/** The result for a mail server that should send a test email. */
const mailOf = async (url: string) => {
  const env = { KEN_SMTP_URL: url, KEN_MAIL_FROM: 'ken@example.com' }
  const { exitCode, checks } = await examine({ env }, '--mail-to', 'ada@example.com')
  expect(JSON.stringify(checks)).not.toMatch(/hunter2|guess/)
  return { exitCode, ...checks.at(-1) }
}

/** Configures team chat, and returns its check. */
const withTeamChat = async (
  ports: MemoryPorts,
  settings: Parameters<typeof aTeamChatIn>[1] = {},
) => {
  await aTeamChatIn(ports, settings)
  return async () => {
    const { exitCode, checkOf } = await examine({ connect: async () => connectionTo(ports) })
    return { exitCode, ...checkOf('team chat') }
  }
}

const halfRebuilt = async () => ({ indexed: 120, documents: 120, reindexed: 50 })

describe('ken doctor and services', () => {
  it('shows an unfinished rebuild of the search index, and how to continue', async () => {
    const ports = memoryPorts()
    const { searchIndex } = ports
    const { checkOf } = await examine({
      connect: async () =>
        connectionTo({ ...ports, searchIndex: { ...searchIndex, indexProgress: halfRebuilt } }),
    })
    expect(checkOf('search index')).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(/^50 of 120 .*: ken database reindex$/),
    })
  })

  it('fails when Redis is unavailable, and says why', async () => {
    const { exitCode, checkOf } = await examine({ env: { KEN_REDIS_URL: 'redis://127.0.0.1:1' } })
    expect(exitCode).toBe(1)
    expect(checkOf('redis')).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining('Nothing listens there.') as string,
    })
  })

  it('warns of an embedder that does not respond, because keyword search still works', async () => {
    const env = { KEN_EMBEDDER_URL: 'http://127.0.0.1:1/v1', KEN_EMBEDDER_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('embedder')]).toEqual([0, 'warn'])
  })

  it('warns of stored vectors that have other dimensions than those of the embedder, and what to do', async () => {
    const ports = { ...memoryPorts(), embedder: memoryEmbedder(8) }
    await importDocuments(ports, { actor: operator, documents: [aDocument()] })
    await embedPending(ports)
    const double = await embedderDouble(12)
    onTestFinished(double.close)
    const look = async (model: string) => {
      const env = { KEN_EMBEDDER_URL: double.url, KEN_EMBEDDER_MODEL: model }
      const embedder = { url: double.url, model, key: null, budgetMs: 800 }
      const connect = async () => connectionTo(ports, { ...testConfig, embedder })
      return (await examine({ env, connect })).checkOf('vectors')
    }
    expect(await look('words-8')).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(
        /12 dimensions, and stored vectors have 8: .*: ken database reembed$/,
      ),
    })
    expect(await look('other')).toMatchObject({ state: 'ok' })
    double.behave({ status: 500 })
    expect(await look('words-8')).toMatchObject({ state: 'ok' })
  })

  it('warns of an answer model that does not respond, because people get the results', async () => {
    const env = { KEN_MODEL_URL: 'http://127.0.0.1:1/v1', KEN_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('model')]).toEqual([0, 'warn'])
  })

  it.each<{ readonly behaviour: AnswerModelBehaviour; readonly advice: string }>([
    { behaviour: { says: 'A printer prints.', everyMs: 2 }, advice: 'characters a second' },
    { behaviour: { status: 404, page: '404 page not found' }, advice: 'usually ends in /v1' },
    { behaviour: { status: 404 }, advice: 'check the name' },
    { behaviour: { status: 401 }, advice: 'it requires a key' },
    { behaviour: 'reset', advice: 'closed the connection' },
  ])('measures an answer model, or says what to do: $advice', async ({ behaviour, advice }) => {
    const model = await answerModelDouble()
    onTestFinished(model.close)
    model.behave(behaviour)
    const env = { KEN_MODEL_URL: model.url, KEN_MODEL: 'm' }
    const { exitCode, checkOf } = await examine({ env })
    expect(exitCode).toBe(0)
    expect(JSON.stringify(checkOf('model'))).toContain(advice)
  })

  it('checks the mail server, and sends a test email if a recipient is given', async () => {
    const sink = await smtpSink({ login: { user: 'ken', password: 'hunter2' } })
    onTestFinished(sink.close)
    const env = { KEN_SMTP_URL: sink.url, KEN_MAIL_FROM: 'ken@example.com' }
    expect((await examine({ env })).checkOf('mail')).toMatchObject({
      state: 'ok',
      detail: 'The mail server responds and accepts the login.',
    })
    expect(sink.emails).toEqual([])
    const { checks } = await examine({ env }, '--mail-to', 'Ada@example.com')
    expect(checks.at(-1)).toEqual({
      name: 'mail',
      state: 'ok',
      detail: 'A test email was sent to ada@example.com.',
    })
    expect(sink.emails).toMatchObject([
      { recipients: ['ada@example.com'], content: { subject: 'Ken can send email' } },
    ])
  })

  it('claims no login that it did not check', async () => {
    const sink = await smtpSink()
    onTestFinished(sink.close)
    const env = { KEN_SMTP_URL: sink.url, KEN_MAIL_FROM: 'ken@example.com' }
    expect((await examine({ env })).checkOf('mail')).toMatchObject({
      state: 'ok',
      detail: 'The mail server responds. KEN_SMTP_URL has no login to check.',
    })
  })

  it('fails when the mail server refuses the login or the test email, with advice', async () => {
    const sink = await smtpSink({ login: { user: 'ken', password: 'hunter2' } })
    onTestFinished(sink.close)
    expect(await mailOf(sink.url.replace('hunter2', 'guess'))).toMatchObject({
      exitCode: 1,
      state: 'fail',
      detail: expect.stringContaining('check user and password in KEN_SMTP_URL'),
    })
    sink.behave({ code: 550 })
    expect(await mailOf(sink.url)).toMatchObject({
      exitCode: 1,
      detail:
        'The mail server did not take the test email: it refuses the recipient (550 5.1.1). Ken does not retry such an email. Check the address.',
    })
    sink.behave({ code: 553, at: 'sender' })
    expect(await mailOf(sink.url)).toMatchObject({
      exitCode: 1,
      detail:
        'The mail server did not take the test email: it refuses the sender (553 5.1.3): check KEN_MAIL_FROM. Ken keeps such an email and retries it. Run this again once it is fixed, or in a few minutes if it is temporary.',
    })
  })

  it('R86 says that Ken retries what the mail server refuses for now, such as by greylisting', async () => {
    const sink = await smtpSink()
    onTestFinished(sink.close)
    sink.behave({ code: 450 })
    expect(await mailOf(sink.url)).toMatchObject({
      exitCode: 1,
      detail:
        'The mail server did not take the test email: it refuses the recipient for now (450 4.2.1). Ken keeps such an email and retries it. Run this again once it is fixed, or in a few minutes if it is temporary.',
    })
  })

  it('fails to send a test email without a mail server, and refuses an invalid address', async () => {
    const { exitCode, checks } = await examine({}, '--mail-to', 'ada@example.com')
    expect([exitCode, checks.at(-1)]).toEqual([
      1,
      {
        name: 'mail',
        state: 'fail',
        detail: expect.stringContaining('Set KEN_SMTP_URL and KEN_MAIL_FROM.'),
      },
    ])
    const { exitCode: refused, stderr } = await testWorld().ken('doctor', '--mail-to', 'ada')
    expect([refused, stderr]).toEqual([
      2,
      expect.stringContaining('It must be an address such as you@example.com.'),
    ])
  })

  describe('of team chat', () => {
    it('passes when there is none, when it is off, and when messages arrive', async () => {
      const ports = memoryPorts()
      expect(
        (await examine({ connect: async () => connectionTo(ports) })).stateOf('team chat'),
      ).toBe('ok')
      const look = await withTeamChat(ports, { enabled: false })
      expect(await look()).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('serves @ken, which is off.'),
      })
      await aTeamChatIn(ports)
      await ports.chatHealth.beat(ports.teamChat.bot.botId, {
        state: 'listening',
        since: ports.clock.now(),
      })
      expect(await look()).toMatchObject({
        exitCode: 0,
        state: 'ok',
        detail: 'https://chat.example.com serves @ken and receives messages.',
      })
      await ports.chatHealth.beat(ports.teamChat.bot.botId, {
        state: 'listening',
        since: ports.clock.now(),
        isCatchingUp: true,
      })
      expect(await look()).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('still reading back what was written earlier.'),
      })
    })

    it('fails when the server does not serve a bot that is on, warns of one that is off, with advice', async () => {
      const ports = memoryPorts()
      ports.teamChat.setRevoked(true)
      const detail = `https://chat.example.com: ${teamChatAdvice.token_refused}`
      const look = await withTeamChat(ports)
      expect(await look()).toEqual({ exitCode: 1, name: 'team chat', state: 'fail', detail })
      await aTeamChatIn(ports, { enabled: false })
      expect(await look()).toEqual({ exitCode: 0, name: 'team chat', state: 'warn', detail })
    })

    it('warns when nothing arrives although the server serves the bot, and says why', async () => {
      const ports = memoryPorts()
      const look = await withTeamChat(ports)
      const nothing = 'https://chat.example.com serves @ken, but receives no messages.'
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: `${nothing} ${teamChatAdvice.no_listener}`,
      })
    })
  })

  describe('of the workspace chat', () => {
    it('passes without one, fails when the platform refuses one that is on, and warns when nothing arrives', async () => {
      const ports = memoryPorts()
      const look = async () =>
        (await examine({ connect: async () => connectionTo(ports) })).checkOf('workspace chat')
      const detail = expect.stringContaining('Not set') as string
      expect(await look()).toMatchObject({ state: 'ok', detail })
      await aWorkspaceChatIn(ports)
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: `Example serves @ken, but receives no messages. ${workspaceChatAdvice.no_listener}`,
      })
      const { botId } = ports.workspace.bot
      await ports.chatHealth.beat(botId, { state: 'listening', since: ports.clock.now() })
      expect(await look()).toMatchObject({ state: 'ok' })
      ports.workspace.setRevoked(true)
      expect(await look()).toMatchObject({
        state: 'fail',
        detail: workspaceChatAdvice.token_refused,
      })
      await aWorkspaceChatIn(ports, { enabled: false })
      expect(await look()).toMatchObject({ state: 'warn' })
    })

    it('warns while no request of the platform has come, and of permissions that the app lacks', async () => {
      const ports = memoryPorts()
      const { probe } = ports.chatPlatforms.workspace_chat
      const withScopes = (scopes: readonly string[]) =>
        withWorkspaceChat(ports, {
          probe: {
            probe: async (tokens) => {
              const found = await probe.probe(tokens)
              return found.ok ? ok({ ...found.value, scopes }) : found
            },
          },
        })
      const look = async (seen = ports) =>
        (await examine({ connect: async () => connectionTo(seen) })).checkOf('workspace chat')
      const { botId } = ports.workspace.bot
      await ports.chatHealth.beat(botId, { state: 'listening', since: ports.clock.now() })
      await aWorkspaceChatByRequestsIn(ports, 'a secret')
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: expect.stringMatching(/^Example serves @ken\. No request of the platform has come/),
      })
      const lastAt = ports.clock.now()
      await ports.transact(async ({ chatMarks }) =>
        ok(await chatMarks.noteRequests(botId, { lastAt, missedAt: null, limitedAt: null })),
      )
      expect(await look()).toMatchObject({ state: 'ok' })
      const granted = ['chat:write', 'im:history', 'im:read', 'users:read']
      expect(await look(withScopes(granted))).toMatchObject({
        state: 'warn',
        detail: expect.stringMatching(
          /^Example serves @ken\. The app lacks commands, im:write\. Add/,
        ),
      })
    })
  })

  describe('of the bot messenger', () => {
    it('passes without one, fails when the platform refuses one that is on, and warns when nothing arrives', async () => {
      const ports = memoryPorts()
      const look = async () =>
        (await examine({ connect: async () => connectionTo(ports) })).checkOf('bot messenger')
      expect(await look()).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('Not set'),
      })
      await aBotMessengerIn(ports)
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: `https://api.telegram.org serves @ken, but receives no messages. ${botMessengerAdvice.no_listener}`,
      })
      const { botId } = ports.messenger.bot
      await ports.chatHealth.beat(botId, { state: 'listening', since: ports.clock.now() })
      expect(await look()).toMatchObject({ state: 'ok' })
      await ports.chatHealth.beat(botId, {
        state: 'not_connected',
        reason: 'webhook_failing',
        since: ports.clock.now(),
        webhook: { pendingUpdates: 1, error: 'certificate', errorAt: null },
      })
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: expect.stringContaining(webhookErrorAdvice.certificate),
      })
      ports.messenger.setRevoked(true)
      expect(await look()).toMatchObject({
        state: 'fail',
        detail: `https://api.telegram.org: ${botMessengerAdvice.token_refused}`,
      })
    })
  })
})
