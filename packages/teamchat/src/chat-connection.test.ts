import { describe, expect, it } from 'vitest'
import { lost, openDialling, resumable } from './testing/dialling.ts'
import { eventually } from './testing/eventually.ts'

describe('a connection', () => {
  it('R68 shows its token in the header, asks for no compression and names no origin', async () => {
    const { double, connect } = await openDialling()
    await connect()
    expect(double.sockets.upgrades).toEqual([
      { connectionId: null, sequenceNumber: null, authorization: `Bearer ${double.bot.token}`, origin: null, extensions: null },
    ])
  })

  it('hears posts', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    double.say(alice, 'one')
    double.say(alice, 'two')
    await eventually(() => expect(heard.texts).toEqual(['one', 'two']))
    expect(heard).toMatchObject({ lost: 0, unreadable: 0 })
  })

  it('is proven again by a ping every thirty seconds', async () => {
    const { timing, heard, connect } = await openDialling()
    await connect()
    for (let count = 2; count <= 4; count += 1) {
      expect(timing.waiting()).toEqual([30_000])
      timing.pass(30_000)
      await eventually(() => expect(heard.proven).toBe(count))
      await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    }
  })

  it('R68 answers the pings of the server, which drops who does not', async () => {
    const { double, connect } = await openDialling()
    await connect()
    expect(await double.sockets.ping()).toBe(1)
  })

  it('ends at once when it is told to', async () => {
    const { double, timing, connect, stop } = await openDialling()
    const { ended } = await connect()
    stop()
    await ended
    expect(timing.waiting()).toEqual([])
    await eventually(() => expect(double.sockets.openCount()).toBe(0))
  })
})

describe('a connection that dies', () => {
  it('R68 without a word is noticed within sixty seconds', async () => {
    const { double, timing, connect } = await openDialling()
    const { ended } = await connect()
    double.sockets.mute()
    timing.pass(30_000)
    timing.pass(14_999)
    expect(double.sockets.openCount()).toBe(1)
    timing.pass(1)
    expect(await ended).toEqual(lost('unreachable', resumable))
  })

  it('R68 in the network is noticed within sixty seconds', async () => {
    const { proxy, timing, connect } = await openDialling()
    const { ended } = await connect()
    proxy.freeze()
    timing.pass(45_000)
    expect(await ended).toEqual(lost('unreachable', resumable))
  })

  it('R68 during the handshake is given up after fifteen seconds', async () => {
    const { proxy, timing, dial } = await openDialling()
    proxy.freeze()
    const ended = dial()
    timing.pass(15_000)
    expect(await ended).toEqual(lost('unreachable'))
  })

  it.for(['drop', 'overflow', 'restart'] as const)('by a %s of the server can be taken up again', async (how) => {
    const { double, connect } = await openDialling()
    const { ended } = await connect()
    double.sockets[how]()
    expect(await ended).toEqual(lost('unreachable', resumable))
  })
})

describe('a token', () => {
  it('R68 that is bad, taken with 101 and then silence, proves nothing', async () => {
    const { bot, heard, dial } = await openDialling({ authCheckMs: 20 })
    expect(await dial(null, { bot: { ...bot, token: 'wrong' } })).toEqual(lost('unreachable'))
    expect(heard.proven).toBe(0)
  })

  it('R68 that is bad is given up after fifteen seconds when the server never ends it', async () => {
    const { bot, double, timing, dial } = await openDialling()
    const ended = dial(null, { bot: { ...bot, token: 'wrong' } })
    await eventually(() => expect(double.sockets.openCount()).toBe(1))
    timing.pass(15_000)
    expect(await ended).toEqual(lost('unreachable'))
  })

  it('R87 that is revoked is noticed by the next ping, although the socket stays open', async () => {
    const { double, timing, connect } = await openDialling()
    const { ended } = await connect()
    double.revoke(double.bot)
    timing.pass(30_000)
    expect(await ended).toEqual(lost('token_refused'))
  })

  it('R87 that only REST refuses is noticed within ninety seconds', async () => {
    const { double, timing, heard, connect } = await openDialling()
    const { ended } = await connect()
    double.behave('GET /users/me', { status: 401, id: 'api.context.session_expired.app_error' })
    timing.pass(30_000)
    await eventually(() => expect(heard.proven).toBe(2))
    await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    timing.pass(30_000)
    expect(await ended).toEqual(lost('token_refused'))
  })

  it('is not taken for revoked after one refusal, nor while REST fails', async () => {
    const { double, timing, heard, connect } = await openDialling()
    await connect()
    const answers = [{ status: 401 }, 'ok', { status: 401 }, { status: 500 }, 'html', 'ok'] as const
    for (const [count, answer] of answers.entries()) {
      double.behave('GET /users/me', answer)
      timing.pass(30_000)
      await eventually(() => expect(heard.proven).toBe(count + 2))
      await eventually(() => expect(timing.waiting()).toEqual([30_000]))
    }
    expect(double.sockets.openCount()).toBe(1)
  })
})

describe('a sequence', () => {
  it('R68 that jumps tells of a loss, once, and goes on', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    double.say(alice, 'one')
    double.sockets.skipSequence(3)
    double.say(alice, 'two')
    double.say(alice, 'three')
    await eventually(() => expect(heard.texts).toEqual(['one', 'two', 'three']))
    expect(heard.lost).toBe(1)
  })

  it('that is told again loses nothing', async () => {
    const { double, alice, heard, connect } = await openDialling()
    await connect()
    double.say(alice, 'one')
    double.sockets.replay(2)
    double.say(alice, 'two')
    await eventually(() => expect(heard.texts).toEqual(['one', 'one', 'two']))
    expect(heard.lost).toBe(0)
  })
})

/** A world whose connection heard one post and then lost its socket. */
async function dropped() {
  const world = await openDialling()
  const { ended } = await world.connect()
  world.double.say(world.alice, 'before')
  await eventually(() => expect(world.heard.texts).toEqual(['before']))
  world.double.sockets.drop()
  const { resume } = await ended
  await eventually(() => expect(world.double.sockets.openCount()).toBe(0))
  return { ...world, resume: resume ?? { connectionId: '', nextSeq: 0 } }
}

describe('a connection taken up again', () => {
  it('R68 is proven without a hello, and hears what came meanwhile', async () => {
    const { double, alice, heard, connect, resume } = await dropped()
    double.say(alice, 'meanwhile')
    await connect(resume)
    expect(heard.texts).toEqual(['before', 'meanwhile'])
    expect(heard.lost).toBe(0)
    expect(double.sockets.upgrades.at(-1)).toMatchObject({
      connectionId: resume.connectionId,
      sequenceNumber: String(resume.nextSeq),
    })
  })

  it('R68 hears again what was sent and not heard', async () => {
    const { heard, connect, resume } = await dropped()
    await connect({ ...resume, nextSeq: resume.nextSeq - 1 })
    expect(heard).toMatchObject({ texts: ['before', 'before'], lost: 0 })
  })

  it.for(['restarted', 'holding the old socket', 'asked for a number it never gave'] as const)(
    'R68 tells of a loss when the server is %s',
    async (how) => {
      const { double, heard, connect, resume } = await dropped()
      if (how === 'restarted') double.sockets.restart()
      if (how === 'holding the old socket') await connect(resume)
      await connect(how.startsWith('asked') ? { ...resume, nextSeq: 77 } : resume)
      expect(heard.lost).toBe(1)
    },
  )

  it('R68 is not tried again with what the server could not read', async () => {
    const { dial, resume } = await dropped()
    expect(await dial({ ...resume, connectionId: 'short' })).toEqual(lost('unreachable'))
  })
})
