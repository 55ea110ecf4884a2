import { Delivery } from '@ken/outbound'
import { expect, it } from 'vitest'
import { openListening } from '../testing/listening-world.ts'
import { eventually, openWorkspaceForTest } from '../testing/workspace-world.ts'
import { commandReceiver } from './received-command.ts'

const link = (appId: string) => `https://slack.com/app_redirect?app=${appId}`

/** What the asker is shown of the last command. */
type Listening = Awaited<ReturnType<typeof openListening>>
const lastEnvelope = ({ double }: Listening) => double.sockets.envelopes.at(-1)

it('R223 R220 takes a question in the direct channel, and tells each asker the same once it is taken', async () => {
  const taking = Promise.withResolvers<void>()
  const listening = await openListening({ clockFactor: 0, receive: () => taking.promise })
  const { double, ana, bot, connect, events } = listening
  await connect()
  const channelId = double.addChannel()
  double.command(ana, ' How much &lt;leave&gt;? ', { channelId })
  await eventually(() => expect(listening.callsOf('conversations.open')).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lastEnvelope(listening)?.isAcknowledged).toBe(false)
  taking.resolve()
  await eventually(() => expect(lastEnvelope(listening)?.isAcknowledged).toBe(true))
  expect(lastEnvelope(listening)?.response).toEqual({
    response_type: 'ephemeral',
    text: 'I answer you in our direct messages.',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'I answer you in our ' },
              { type: 'link', text: 'direct messages', url: link(bot.appId) },
              { type: 'text', text: '.' },
            ],
          },
        ],
      },
    ],
  })
  expect(events).toMatchObject([
    {
      value: {
        text: 'How much <leave>?',
        isCommand: true,
        channelId: `${bot.workspaceId}:${double.channelOf(ana)}`,
        authorId: `${bot.workspaceId}:${ana.id}`,
      },
    },
  ])
  const shown = JSON.stringify(lastEnvelope(listening)?.response)
  double.command(double.addPerson('ben'), 'Another question')
  await eventually(() => expect(lastEnvelope(listening)?.isAcknowledged).toBe(true))
  expect(JSON.stringify(lastEnvelope(listening)?.response)).toBe(shown)
})

it('asks for a direct channel once, and again after a failure', async () => {
  const listening = await openListening({ clockFactor: 0 })
  const { double, ana, connect, texts, callsOf, lines } = listening
  await connect()
  double.world.scopes.delete('im:write')
  double.command(ana, 'one')
  await eventually(() => expect(callsOf('conversations.open')).toHaveLength(1))
  await eventually(() =>
    expect(lines).toContainEqual({
      event: 'workspace_chat.command_failed',
      reason: 'scope_missing',
    }),
  )
  expect(lastEnvelope(listening)?.isAcknowledged).toBe(false)
  double.world.scopes.add('im:write')
  for (const text of ['two', 'three']) {
    double.command(ana, text)
    await eventually(() => expect(texts).toContain(text))
  }
  expect(callsOf('conversations.open')).toHaveLength(2)
  expect(texts).toEqual(['two', 'three'])
})

it('R220 acknowledges no command that could not be taken, and hears the next', async () => {
  const answers = [Promise.reject(new Error('not now')), Promise.resolve()]
  answers[0]?.catch(() => {})
  const listening = await openListening({
    clockFactor: 0,
    receive: () => answers.shift() ?? Promise.resolve(),
  })
  const { double, ana, connect, texts, lines } = listening
  await connect()
  double.command(ana, 'one')
  await eventually(() =>
    expect(lines).toContainEqual({ event: 'workspace_chat.command_failed', reason: 'not_taken' }),
  )
  expect(lastEnvelope(listening)?.isAcknowledged).toBe(false)
  double.command(ana, 'two')
  await eventually(() => expect(lastEnvelope(listening)?.isAcknowledged).toBe(true))
  expect(texts).toEqual(['two'])
})

it('takes no command that the platform may have reported as failed', async () => {
  const listening = await openListening({ clockFactor: 100_000 })
  const { double, ana, connect, texts, lines } = listening
  await connect()
  double.command(ana, 'too late')
  await eventually(() =>
    expect(lines).toContainEqual({ event: 'workspace_chat.command_failed', reason: 'too_late' }),
  )
  expect([texts, lastEnvelope(listening)?.isAcknowledged]).toEqual([[], false])
})

it.for([
  ['takes', 2_000, ['in time']],
  ['does not take', 2_001, []],
] as const)('%s a command %i milliseconds after it came', async ([, tookMs, expected]) => {
  const { double, transport, bot, ana } = await openWorkspaceForTest()
  const { signal } = new AbortController()
  const taken: string[] = []
  const failed: unknown[] = []
  const delivery = new Delivery({
    caughtUp: async () => {},
    onUnsettled: () => {},
    signal,
    serverNowMs: () => 0,
    onLoss: () => {},
  })
  const times = [0, tookMs]
  const receive = commandReceiver(transport, {
    bot,
    clock: { now: () => new Date(times.shift() ?? tookMs) },
    log: { info: () => {}, warn: (_, fields) => void failed.push(fields), error: () => {} },
    inbox: { receive: async (event) => void taken.push(event.ok ? event.value.text : 'dropped') },
    delivery,
    signal,
  })
  const { promise: typed, resolve } = Promise.withResolvers<unknown>()
  double.world.listeners.add(({ payload }) => resolve(payload))
  double.command(ana, 'in time')
  await receive({ payload: await typed, length: 0 }, () => {})
  await delivery.idle()
  expect(taken).toEqual(expected)
  expect(failed).toEqual(expected.length === 1 ? [] : [{ reason: 'too_late' }])
})

it.for(['  ', ' Help', 'Hilfe'])(
  'says how to ask, and takes nothing, for a command with %j',
  async (text) => {
    const listening = await openListening({ clockFactor: 0 })
    const { double, ana, connect, texts, callsOf } = listening
    await connect()
    double.command(ana, text)
    await eventually(() =>
      expect(lastEnvelope(listening)?.response).toMatchObject({
        response_type: 'ephemeral',
        text: 'Write your question after the command, such as /ken How much leave do I have?',
      }),
    )
    expect(texts).toEqual([])
    expect(callsOf('conversations.open')).toEqual([])
  },
)

it('R218 drops and counts what it cannot prove, and says nothing', async () => {
  const listening = await openListening({ clockFactor: 0 })
  const { double, ana, connect, texts } = listening
  await connect()
  double.command(ana, 'question', { fields: { team_id: 'T0OTHER' } })
  double.command(ana, '', { fields: { api_app_id: 'A0OTHER' } })
  await eventually(() => expect(texts).toEqual(['external', 'external']))
  await eventually(() => expect(lastEnvelope(listening)?.isAcknowledged).toBe(true))
  expect(double.sockets.envelopes.map(({ response }) => response)).toEqual([undefined, undefined])
})

it('R250 never calls the address that a command names for replies', async () => {
  const listening = await openListening({ clockFactor: 0 })
  const { double, ana, connect, texts, callsOf } = listening
  await connect()
  for (const text of ['question', '']) double.command(ana, text)
  await eventually(() => expect(texts).toEqual(['question']))
  await eventually(() => expect(lastEnvelope(listening)?.isAcknowledged).toBe(true))
  expect(callsOf('commands.respond')).toEqual([])
})
