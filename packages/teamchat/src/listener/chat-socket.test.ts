import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outboundGuard } from '@ken/outbound'
import { lost, openConnections } from '../testing/connections.ts'
import { eventually } from '../testing/eventually.ts'

describe('frames', () => {
  it('R68 of one byte each make a text', async () => {
    const { double, received, connect } = await openConnections()
    await connect()
    double.sockets.sendInBytes(
      JSON.stringify({ event: 'posted', data: { post: '{"message":"in bytes"}' } }),
    )
    await eventually(() => expect(received.texts).toEqual(['in bytes']))
  })

  it('R68 of one byte each without end close the connection, and are not requested again', async () => {
    const { double, connect } = await openConnections()
    const { ended } = await connect()
    double.sockets.sendInBytes('x'.repeat(20_000))
    expect(await ended).toEqual(lost('not_team_chat'))
  })

  it('R68 of 100 MB close the connection unread, and are not requested again', async () => {
    const { double, received, connect } = await openConnections()
    const { ended } = await connect()
    double.sockets.sendRaw('x'.repeat(100 * 1024 * 1024))
    expect(await ended).toEqual(lost('not_team_chat'))
    expect(received.unreadable).toBe(0)
  })

  it('R68 of nearly 8 MiB are read', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    double.say(alice, 'with props', {
      overrides: { props: { large: 'x'.repeat(8 * 1024 * 1024 - 4_096) } },
    })
    await eventually(() => expect(received.texts).toEqual(['with props']))
  })

  it('R67 that are not events are counted, and keep the connection open', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    const frames = [
      '',
      '{',
      'null',
      '7',
      '"text"',
      '[]',
      '{}',
      '{"event":7}',
      '{"status":true}',
      '['.repeat(100_000),
    ]
    for (const frame of frames) double.sockets.sendRaw(frame)
    double.sockets.sendRaw(Buffer.from([1, 2, 3]))
    double.sockets.sendRaw('{"status":"OK","seq_reply":99}')
    double.sockets.sendRaw('{"event":"hello","data":null,"seq":"x"}')
    double.say(alice, 'after all')
    await eventually(() => expect(received.texts).toEqual(['after all']))
    expect(received.unreadable).toBe(frames.length)
  })

  it('R67 of any content keep the connection open', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    const texts = fc.oneof(fc.string(), fc.json())
    for (const text of fc.sample(texts, 500)) double.sockets.sendRaw(text)
    double.say(alice, 'after all')
    await eventually(() => expect(received.texts).toContain('after all'))
  })
})

describe('an upgrade', () => {
  it.for([
    { status: 429, end: { fault: 'server_failing', retryAfterSeconds: 9 } },
    { status: 503, end: { fault: 'server_failing', retryAfterSeconds: 9 } },
    { status: 302, end: { fault: 'not_team_chat', retryAfterSeconds: 9 } },
    { status: 200, end: { fault: 'not_team_chat', retryAfterSeconds: 9 } },
    { status: 400, end: { fault: 'not_team_chat', retryAfterSeconds: 9 } },
  ] as const)('that is answered with $status ends the connection', async ({ status, end }) => {
    const { double, dial } = await openConnections()
    double.sockets.refuse(status)
    expect(await dial()).toEqual({ ...end, resume: null })
  })

  it.for([
    '127.0.0.1',
    'localhost',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '[ff02::1]',
  ])('R73 is not sent to %s where that is forbidden', async (host) => {
    const { double, bot, dial, timing } = await openConnections()
    const transport = { guard: outboundGuard({ allowLoopback: false }), timing }
    const baseUrl = bot.baseUrl.replace('127.0.0.1', host)
    const ended = await dial(null, { bot: { ...bot, baseUrl }, transport }).catch(
      (error: unknown) => error,
    )
    expect(ended).toMatchObject({ fault: 'address_forbidden' })
    expect(double.sockets.upgrades).toEqual([])
  })

  it('R73 goes to the checked address, although the name resolves to another one a moment later', async () => {
    const { bot, connect, dial, timing } = await openConnections()
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const named = {
      bot: { ...bot, baseUrl: bot.baseUrl.replace('127.0.0.1', 'chat.example.com') },
      transport: { guard: outboundGuard({ allowLoopback: true, resolve }), timing },
    }
    await connect(null, named)
    expect(await dial(null, named)).toMatchObject({ fault: 'address_forbidden' })
  })
})
