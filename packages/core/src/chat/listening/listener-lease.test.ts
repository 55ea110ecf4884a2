import { expect, it } from 'vitest'
import { memoryPorts } from '../../testing/index.ts'
import { leaseSeconds, listenerLease } from './listener-lease.ts'

const reject = () => Promise.reject(new Error('the database is unavailable'))

function open() {
  const ports = memoryPorts()
  let transact = ports.transact
  return {
    ...ports,
    lease: () => listenerLease({ ...ports, transact: (work) => transact(work) }, 'teamchat'),
    setUnavailable: (isUnavailable: boolean) =>
      void (transact = isUnavailable ? reject : ports.transact),
    events: () => ports.log.lines.map(({ event }) => event),
  }
}

it('R71 is held by one process until its end', async () => {
  const { lease, clock, events } = open()
  const [one, other] = [lease(), lease()]
  expect([one.isHeld(), other.isHeld()]).toEqual([false, false])
  expect([await one.acquire(), await other.acquire()]).toEqual([true, false])
  expect([one.isHeld(), other.isHeld()]).toEqual([true, false])
  clock.advance(leaseSeconds * 1_000 - 1)
  expect(one.isHeld()).toBe(true)
  clock.advance(1)
  expect(one.isHeld()).toBe(false)
  expect([await other.acquire(), await one.acquire()]).toEqual([true, false])
  expect(events()).toEqual([])
})

it('is logged once while it is used, and again after it was lost', async () => {
  const { lease, clock, events } = open()
  const [one, other] = [lease(), lease()]
  for (let time = 0; time < 2; time += 1) {
    await one.acquire()
    one.logUse()
  }
  expect(events()).toEqual(['chat.lease_taken'])
  clock.advance(leaseSeconds * 1_000)
  await other.acquire()
  for (let time = 0; time < 2; time += 1) expect(await one.acquire()).toBe(false)
  expect(events()).toEqual(['chat.lease_taken', 'chat.lease_lost'])
  clock.advance(leaseSeconds * 1_000)
  await one.acquire()
  one.logUse()
  expect(events()).toEqual(['chat.lease_taken', 'chat.lease_lost', 'chat.lease_taken'])
})

it('R71 is held for no longer than in the database, however slow the database is', async () => {
  const ports = memoryPorts()
  const slow: typeof ports.transact = async (work) => {
    const outcome = await ports.transact(work)
    ports.clock.advance(leaseSeconds * 1_000)
    return outcome
  }
  const lease = listenerLease({ ...ports, transact: slow }, 'teamchat')
  expect(await lease.acquire()).toBe(true)
  expect(lease.isHeld()).toBe(false)
})

it('R71 is held for no longer after the clock was set back', async () => {
  const { lease, clock } = open()
  const one = lease()
  await one.acquire()
  clock.advance(-1_000)
  expect(one.isHeld()).toBe(true)
  clock.advance(-1)
  expect(one.isHeld()).toBe(false)
  await one.acquire()
  expect(one.isHeld()).toBe(true)
})

it('R71 is confirmed only while the database and the clock say that it is held', async () => {
  const { lease, clock, database, setUnavailable } = open()
  const one = lease()
  const isLost = 'Another process'
  await expect(one.confirm()).rejects.toThrow(isLost)
  await one.acquire()
  await one.confirm()
  setUnavailable(true)
  await expect(one.confirm()).rejects.toThrow('unavailable')
  setUnavailable(false)
  clock.advance(leaseSeconds * 1_000)
  await expect(one.confirm()).rejects.toThrow(isLost)
  await one.acquire()
  const expiresAt = new Date(clock.now().getTime() + 1)
  database.tables.leases.set('team_chat_listener', { holder: 'another', expiresAt })
  expect(one.isHeld()).toBe(true)
  await expect(one.confirm()).rejects.toThrow(isLost)
  expect(one.isHeld()).toBe(false)
})

it('is held until its end while the database is unavailable', async () => {
  const { lease, clock, setUnavailable } = open()
  const one = lease()
  await one.acquire()
  setUnavailable(true)
  clock.advance(leaseSeconds * 1_000 - 1)
  await expect(one.acquire()).rejects.toThrow('unavailable')
  expect(one.isHeld()).toBe(true)
  clock.advance(1)
  expect(one.isHeld()).toBe(false)
})

it('is free at once after a release, and not held after a failed release', async () => {
  const { lease, setUnavailable } = open()
  const [one, other] = [lease(), lease()]
  await one.acquire()
  await one.release()
  expect([one.isHeld(), await other.acquire()]).toEqual([false, true])
  setUnavailable(true)
  await expect(other.release()).rejects.toThrow('unavailable')
  expect(other.isHeld()).toBe(false)
})
