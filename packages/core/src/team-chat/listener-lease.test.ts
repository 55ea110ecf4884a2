import { expect, it } from 'vitest'
import { memoryPorts } from '../testing/index.ts'
import { leaseSeconds, listenerLease } from './listener-lease.ts'

const away = () => Promise.reject(new Error('the database is away'))

function open() {
  const ports = memoryPorts()
  let transact = ports.transact
  return {
    ...ports,
    lease: () => listenerLease({ ...ports, transact: (work) => transact(work) }),
    setAway: (isAway: boolean) => void (transact = isAway ? away : ports.transact),
    events: () => ports.log.lines.map(({ event }) => event),
  }
}

it('R71 is held from when it is taken until its end, by one', async () => {
  const { lease, clock, events } = open()
  const [one, other] = [lease(), lease()]
  expect([one.isHeld(), other.isHeld()]).toEqual([false, false])
  expect([await one.take(), await other.take()]).toEqual([true, false])
  expect([one.isHeld(), other.isHeld()]).toEqual([true, false])
  clock.advance(leaseSeconds * 1_000 - 1)
  expect(one.isHeld()).toBe(true)
  clock.advance(1)
  expect(one.isHeld()).toBe(false)
  expect([await other.take(), await one.take()]).toEqual([true, false])
  expect(events()).toEqual(['team_chat.lease_taken', 'team_chat.lease_taken', 'team_chat.lease_lost'])
})

it('R71 is held for no longer than the database has it, however slow that is', async () => {
  const ports = memoryPorts()
  const slow: typeof ports.transact = async (work) => {
    const outcome = await ports.transact(work)
    ports.clock.advance(leaseSeconds * 1_000)
    return outcome
  }
  const lease = listenerLease({ ...ports, transact: slow })
  expect(await lease.take()).toBe(true)
  expect(lease.isHeld()).toBe(false)
})

it('is held until its end while the database is away', async () => {
  const { lease, clock, setAway } = open()
  const one = lease()
  await one.take()
  setAway(true)
  clock.advance(leaseSeconds * 1_000 - 1)
  await expect(one.take()).rejects.toThrow('away')
  expect(one.isHeld()).toBe(true)
  clock.advance(1)
  expect(one.isHeld()).toBe(false)
})

it('is another’s at once when it is given back, and is not held by who could not give it back', async () => {
  const { lease, setAway } = open()
  const [one, other] = [lease(), lease()]
  await one.take()
  await one.release()
  expect([one.isHeld(), await other.take()]).toEqual([false, true])
  setAway(true)
  await expect(other.release()).rejects.toThrow('away')
  expect(other.isHeld()).toBe(false)
})
