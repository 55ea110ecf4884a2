import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outboundGuard } from './outbound-guard.ts'
import { lost, openDialling } from './testing/dialling.ts'
import { eventually } from './testing/eventually.ts'

describe('frames', () => {
  it('R68 of one byte each make a text', async () => {
    const { double, heard, connect } = await openDialling()
    await connect()
    double.sockets.sendInBytes(JSON.stringify({ event: 'posted', data: { post: '{"message":"in bytes"}' } }))
    await eventually(() => expect(heard.texts).toEqual(['in bytes']))
  })

  it('R68 of one byte each without end close the connection, and are not asked for again', async () => {
    const { double, connect } = await openDialling()
    const { ended } = await connect()
    double.sockets.sendInBytes('x'.repeat(20_000))
    expect(await ended).toEqual(lost('not_team_chat'))
  })

  it('R68 of 100 MB close the connection unread, and are not asked for again', async () => {
    const { double, heard, connect } = await openDialling()
    const { ended } = await connect()
    double.sockets.sendRaw('x'.repeat(100 * 1024 * 1024))
    expect(await ended).toEqual(lost('not_team_chat'))
    expect(heard.unreadable).toBe(0)
  })

  it('R68 of nearly 8 MiB are read', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    double.say(alice, 'with props', { overrides: { props: { large: 'x'.repeat(8 * 1024 * 1024 - 4_096) } } })
    await eventually(() => expect(heard.texts).toEqual(['with props']))
  })

  it('R67 that are no events are counted, and the connection lives', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    const frames = ['', '{', 'null', '7', '"text"', '[]', '{}', '{"event":7}', '{"status":true}', '['.repeat(100_000)]
    for (const frame of frames) double.sockets.sendRaw(frame)
    double.sockets.sendRaw(Buffer.from([1, 2, 3]))
    double.sockets.sendRaw('{"status":"OK","seq_reply":99}')
    double.sockets.sendRaw('{"event":"hello","data":null,"seq":"x"}')
    double.say(alice, 'after all')
    await eventually(() => expect(heard.texts).toEqual(['after all']))
    expect(heard.unreadable).toBe(frames.length)
  })

  it('R67 of any content are survived', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    const texts = fc.oneof(fc.string(), fc.json())
    for (const text of fc.sample(texts, 500)) double.sockets.sendRaw(text)
    double.say(alice, 'after all')
    await eventually(() => expect(heard.texts).toContain('after all'))
  })
})

describe('an upgrade', () => {
  it.for([
    [429, { fault: 'server_failing', retryAfterSeconds: 9 }],
    [503, { fault: 'server_failing', retryAfterSeconds: 9 }],
    [302, { fault: 'not_team_chat', retryAfterSeconds: 9 }],
    [200, { fault: 'not_team_chat', retryAfterSeconds: 9 }],
    [400, { fault: 'not_team_chat', retryAfterSeconds: 9 }],
  ] as const)('that is answered with %i ends the connection', async ([status, end]) => {
    const { double, dial } = await openDialling()
    double.sockets.refuse(status)
    expect(await dial()).toEqual({ ...end, resume: null })
  })

  it.for(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '169.254.169.254', '[::ffff:a9fe:a9fe]', '[ff02::1]'])(
    'R73 is not sent to %s where that is forbidden',
    async (host) => {
      const { double, bot, dial, timing } = await openDialling()
      const connecting = { guard: outboundGuard({ allowLoopback: false }), timing }
      const baseUrl = bot.baseUrl.replace('127.0.0.1', host)
      const ended = await dial(null, { bot: { ...bot, baseUrl }, connecting }).catch((error: unknown) => error)
      expect(ended).toMatchObject({ fault: 'address_forbidden' })
      expect(double.sockets.upgrades).toEqual([])
    },
  )

  it('R73 goes to the address that was judged, although the name leads elsewhere a moment later', async () => {
    const { bot, connect, dial, timing } = await openDialling()
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const named = {
      bot: { ...bot, baseUrl: bot.baseUrl.replace('127.0.0.1', 'chat.example.com') },
      connecting: { guard: outboundGuard({ allowLoopback: true, resolve }), timing },
    }
    await connect(null, named)
    expect(await dial(null, named)).toMatchObject({ fault: 'address_forbidden' })
  })
})
