import { systemTiming, type Timing } from '@ken/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually, openWorkspaceForTest } from '../testing/workspace-world.ts'
import { SocketConnection } from './socket-connection.ts'

/** Real timers for calls; those of a connection, by their length, end when a test says so. */
function heldTiming() {
  const held = new Map<number, () => void>()
  const after: Timing['after'] = (milliseconds, callback) => {
    if (milliseconds === 5_000) return systemTiming.after(milliseconds, callback)
    held.set(milliseconds, callback)
    return () => {
      if (held.get(milliseconds) === callback) held.delete(milliseconds)
    }
  }
  const elapse = (milliseconds: number) => {
    const callback = held.get(milliseconds)
    held.delete(milliseconds)
    callback?.()
  }
  return { timing: { random: () => 0, after }, waiting: () => [...held.keys()], elapse }
}

async function open() {
  const { timing, waiting, elapse } = heldTiming()
  const workspace = await openWorkspaceForTest({ timing })
  const seen: string[] = []
  const acknowledgements: (() => void)[] = []
  const connection = new SocketConnection(workspace.transport, workspace.bot, {
    opened: () => void seen.push('opened'),
    ending: () => void seen.push('ending'),
    received: (_, acknowledge) => void acknowledgements.push(acknowledge),
  })
  const dial = () => {
    const ended = connection.run()
    onTestFinished(() => connection.end('unreachable'))
    return ended
  }
  const connect = async () => {
    const ended = dial()
    await eventually(() => expect(seen).toEqual(['opened']))
    return { ended }
  }
  return { ...workspace, connection, seen, acknowledgements, waiting, elapse, dial, connect }
}
const unreachable = { fault: 'unreachable', retryAfterSeconds: null }

describe('SocketConnection', () => {
  it('pings every 30 seconds, and ends 15 seconds later without a reply', async () => {
    const { double, connect, waiting, elapse } = await open()
    const { ended } = await connect()
    expect(waiting()).toEqual([30_000])
    elapse(30_000)
    expect(waiting()).toEqual([15_000])
    await eventually(() => expect(waiting()).toEqual([30_000]))
    double.sockets.mute()
    elapse(30_000)
    elapse(15_000)
    expect(await ended).toEqual(unreachable)
  })

  it('ends if the platform does not say hello in time', async () => {
    const { double, dial, seen, waiting, elapse } = await open()
    double.sockets.withholdHello(true)
    const ended = dial()
    await eventually(() => expect(double.sockets.count()).toBe(1))
    expect(waiting()).toEqual([15_000])
    elapse(15_000)
    expect(await ended).toEqual(unreachable)
    expect(seen).toEqual([])
  })

  it('R220 acknowledges nothing after 2.5 seconds', async () => {
    const { double, ana, connect, acknowledgements, waiting, elapse } = await open()
    await connect()
    double.say(ana, 'late')
    await eventually(() => expect(acknowledgements).toHaveLength(1))
    expect(waiting()).toContain(2_500)
    elapse(2_500)
    acknowledgements[0]?.()
    double.say(ana, 'in time')
    await eventually(() => expect(acknowledgements).toHaveLength(2))
    acknowledgements[1]?.()
    await eventually(() =>
      expect(double.sockets.envelopes.map(({ isAcknowledged }) => isAcknowledged)).toEqual([
        false,
        true,
      ]),
    )
  })

  it('leaves no timer when it ends before an acknowledgement', async () => {
    const { double, ana, connect, acknowledgements, waiting } = await open()
    const { ended } = await connect()
    double.say(ana, 'in progress')
    await eventually(() => expect(acknowledgements).toHaveLength(1))
    expect(waiting()).toContain(2_500)
    double.sockets.drop()
    await ended
    expect(waiting()).toEqual([])
  })

  it('announces its end once it is announced, and ends by itself if the platform does not close it', async () => {
    const { double, connect, seen, connection, elapse } = await open()
    const { ended } = await connect()
    double.sockets.announceEnd('warning')
    double.sockets.announceEnd('refresh_requested')
    await eventually(() => expect(seen).toEqual(['opened', 'ending']))
    elapse(20_000)
    expect(await ended).toEqual(unreachable)
    expect(connection.isClosedAsAnnounced).toBe(false)
  })

  it.for([
    [true, 'closed as announced'],
    [false, 'dropped without a word'],
  ] as const)('distinguishes: %s when it is %s', async ([isAnnounced]) => {
    const { double, connect, seen, connection } = await open()
    const { ended } = await connect()
    if (isAnnounced) double.sockets.announceEnd('refresh_requested')
    await eventually(() => expect(seen.includes('ending')).toBe(isAnnounced))
    if (isAnnounced) double.sockets.closeAnnounced()
    else double.sockets.drop()
    expect(await ended).toEqual(unreachable)
    expect(connection.isClosedAsAnnounced).toBe(isAnnounced)
  })

  it('ends with the fault of the app token when the app may open no connections any more', async () => {
    const { double, connect } = await open()
    const { ended } = await connect()
    double.sockets.announceEnd('link_disabled')
    expect(await ended).toMatchObject({ fault: 'app_token_refused' })
  })

  it('ends with the fault that it was ended with, also before it is open', async () => {
    const { connection, dial } = await open()
    const ended = dial()
    connection.end('token_refused')
    expect(await ended).toMatchObject({ fault: 'token_refused' })
    const other = await open()
    const { ended: otherEnded } = await other.connect()
    other.connection.end('token_refused')
    expect(await otherEnded).toMatchObject({ fault: 'token_refused' })
  })
})
