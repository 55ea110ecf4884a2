import { describe, expect, it } from 'vitest'
import { lost, openConnections, resumable } from '../testing/connections.ts'
import { eventually } from '../testing/eventually.ts'

describe('a connection', () => {
  it('R68 shows its token in the header, asks for no compression and names no origin', async () => {
    const { double, connect } = await openConnections()
    await connect()
    expect(double.sockets.upgrades).toEqual([
      {
        connectionId: null,
        sequenceNumber: null,
        authorization: `Bearer ${double.bot.token}`,
        origin: null,
        extensions: null,
      },
    ])
  })

  it('receives posts', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    double.say(alice, 'one')
    double.say(alice, 'two')
    await eventually(() => expect(received.texts).toEqual(['one', 'two']))
    expect(received).toMatchObject({ lost: 0, unreadable: 0 })
  })

  it('is verified by a ping every thirty seconds', async () => {
    const { timing, received, connect } = await openConnections()
    await connect()
    for (let count = 2; count <= 4; count += 1) {
      expect(timing.waiting()).toEqual([30_000])
      timing.advance(30_000)
      await eventually(() => expect(received.verified).toBe(count))
      await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    }
  })

  it('R68 replies to the pings of the server, which drops silent clients', async () => {
    const { double, connect } = await openConnections()
    await connect()
    expect(await double.sockets.ping()).toBe(1)
  })

  it('ends at once on its signal', async () => {
    const { double, timing, connect, stop } = await openConnections()
    const { ended } = await connect()
    stop()
    await ended
    expect(timing.waiting()).toEqual([])
    await eventually(() => expect(double.sockets.openCount()).toBe(0))
  })
})

describe('a connection that dies', () => {
  it('R68 silently is noticed within sixty seconds', async () => {
    const { double, timing, connect } = await openConnections()
    const { ended } = await connect()
    double.sockets.mute()
    timing.advance(30_000)
    timing.advance(14_999)
    expect(double.sockets.openCount()).toBe(1)
    timing.advance(1)
    expect(await ended).toEqual(lost('unreachable', resumable))
  })

  it('R68 in the network is noticed within sixty seconds', async () => {
    const { proxy, timing, connect } = await openConnections()
    const { ended } = await connect()
    proxy.freeze()
    timing.advance(45_000)
    expect(await ended).toEqual(lost('unreachable', resumable))
  })

  it('R68 during the handshake is closed after fifteen seconds', async () => {
    const { proxy, timing, dial } = await openConnections()
    proxy.freeze()
    const ended = dial()
    timing.advance(15_000)
    expect(await ended).toEqual(lost('unreachable'))
  })

  it.for(['drop', 'overflow', 'restart'] as const)(
    'by a %s of the server can be resumed',
    async (how) => {
      const { double, connect } = await openConnections()
      const { ended } = await connect()
      double.sockets[how]()
      expect(await ended).toEqual(lost('unreachable', resumable))
    },
  )
})

describe('a token', () => {
  it('R68 that is bad, but accepted with 101, verifies nothing', async () => {
    const { bot, received, dial } = await openConnections({ authCheckMs: 20 })
    expect(await dial(null, { bot: { ...bot, token: 'wrong' } })).toEqual(lost('unreachable'))
    expect(received.verified).toBe(0)
  })

  it('R68 that is bad ends the connection after fifteen seconds when the server does not', async () => {
    const { bot, double, timing, dial } = await openConnections()
    const ended = dial(null, { bot: { ...bot, token: 'wrong' } })
    await eventually(() => expect(double.sockets.openCount()).toBe(1))
    timing.advance(15_000)
    expect(await ended).toEqual(lost('unreachable'))
  })

  it('R87 that is revoked is noticed by the next ping, although the socket stays open', async () => {
    const { double, timing, connect } = await openConnections()
    const { ended } = await connect()
    double.revoke(double.bot)
    timing.advance(30_000)
    expect(await ended).toEqual(lost('token_refused'))
  })

  it('R87 that only REST refuses is noticed within ninety seconds', async () => {
    const { double, timing, received, connect } = await openConnections()
    const { ended } = await connect()
    double.behave('GET /users/me', { status: 401, id: 'api.context.session_expired.app_error' })
    timing.advance(30_000)
    await eventually(() => expect(received.verified).toBe(2))
    await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    timing.advance(30_000)
    expect(await ended).toEqual(lost('token_refused'))
  })

  it('does not count as revoked after one refusal, nor while REST fails', async () => {
    const { double, timing, received, connect } = await openConnections()
    await connect()
    const answers = [{ status: 401 }, 'ok', { status: 401 }, { status: 500 }, 'html', 'ok'] as const
    for (const [count, answer] of answers.entries()) {
      double.behave('GET /users/me', answer)
      timing.advance(30_000)
      await eventually(() => expect(received.verified).toBe(count + 2))
      await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    }
    expect(double.sockets.openCount()).toBe(1)
  })
})

describe('a sequence', () => {
  it('R68 that jumps reports one loss, and continues', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    double.say(alice, 'one')
    double.sockets.skipSequence(3)
    double.say(alice, 'two')
    double.say(alice, 'three')
    await eventually(() => expect(received.texts).toEqual(['one', 'two', 'three']))
    expect(received.lost).toBe(1)
  })

  it('that is repeated loses nothing', async () => {
    const { double, alice, received, connect } = await openConnections()
    await connect()
    double.say(alice, 'one')
    double.sockets.replay(2)
    double.say(alice, 'two')
    await eventually(() => expect(received.texts).toEqual(['one', 'one', 'two']))
    expect(received.lost).toBe(0)
  })
})

/** A world whose connection received one post and then lost its socket. */
async function dropped() {
  const world = await openConnections()
  const { ended } = await world.connect()
  world.double.say(world.alice, 'before')
  await eventually(() => expect(world.received.texts).toEqual(['before']))
  world.double.sockets.drop()
  const { resume } = await ended
  await eventually(() => expect(world.double.sockets.openCount()).toBe(0))
  return { ...world, resume: resume ?? { connectionId: '', nextSeq: 0 } }
}

describe('a resumed connection', () => {
  it('R68 is verified without a hello, and receives what was posted meanwhile', async () => {
    const { double, alice, received, connect, resume } = await dropped()
    double.say(alice, 'meanwhile')
    await connect(resume)
    expect(received.texts).toEqual(['before', 'meanwhile'])
    expect(received.lost).toBe(0)
    expect(double.sockets.upgrades.at(-1)).toMatchObject({
      connectionId: resume.connectionId,
      sequenceNumber: String(resume.nextSeq),
    })
  })

  it('R68 receives what was sent and not received', async () => {
    const { received, connect, resume } = await dropped()
    await connect({ ...resume, nextSeq: resume.nextSeq - 1 })
    expect(received).toMatchObject({ texts: ['before', 'before'], lost: 0 })
  })

  it.for(['restarted', 'holding the old socket', 'asked for a number that it never sent'] as const)(
    'R68 reports a loss when the server is %s',
    async (how) => {
      const { double, received, connect, resume } = await dropped()
      if (how === 'restarted') double.sockets.restart()
      if (how === 'holding the old socket') await connect(resume)
      await connect(how.startsWith('asked') ? { ...resume, nextSeq: 77 } : resume)
      expect(received.lost).toBe(1)
    },
  )

  it('R68 is not retried with an id that the server could not read', async () => {
    const { dial, resume } = await dropped()
    expect(await dial({ ...resume, connectionId: 'short' })).toEqual(lost('unreachable'))
  })
})
