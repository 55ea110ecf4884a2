import { expect, it } from 'vitest'
import { memoryPorts } from '../testing/index.ts'
import { requestNotes } from './request-notes.ts'

function open() {
  const ports = memoryPorts()
  let writes = 0
  let isUnavailable = false
  const transact: typeof ports.transact = async (work) => {
    writes += 1
    if (isUnavailable) throw new Error('unavailable')
    return ports.transact(work)
  }
  const notes = requestNotes({ ...ports, transact })
  return {
    ports,
    note: (ageSeconds: number | null = null, isLimited = false) =>
      notes.note('ken', {
        isLimited,
        postedAt:
          ageSeconds === null ? null : new Date(ports.clock.now().getTime() - ageSeconds * 1_000),
      }),
    noted: () => ports.database.tables.chatMarks.get('ken')?.requests,
    writes: () => writes,
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
  }
}

it('writes once in ten seconds, however many requests come', async () => {
  const { note, writes, ports, noted } = open()
  for (let second = 0; second < 30; second += 1) {
    await note(1)
    await note()
    ports.clock.advance(1_000)
  }
  expect(writes()).toBe(3)
  expect(noted()?.missedAt).toBeNull()
})

it('notes at once that a message came late, and once in five minutes', async () => {
  const { note, noted, ports } = open()
  await note()
  await note(30)
  expect(noted()?.missedAt).toBeNull()
  const missedAt = ports.clock.now()
  await note(31)
  ports.clock.advance(299_000)
  await note(300)
  expect(noted()?.missedAt).toEqual(missedAt)
  ports.clock.advance(1_000)
  await note(300)
  expect(noted()?.missedAt).toEqual(ports.clock.now())
})

it('notes once in ten seconds that the platform withholds requests, even right after another', async () => {
  const { note, noted, writes, ports } = open()
  await note()
  ports.clock.advance(1_000)
  const limitedAt = ports.clock.now()
  for (let second = 0; second < 10; second += 1) {
    await note(null, true)
    await note(null, true)
    expect(noted()).toEqual({ lastAt: limitedAt, missedAt: limitedAt, limitedAt })
    ports.clock.advance(1_000)
  }
  expect(writes()).toBe(2)
  await note(null, true)
  expect(noted()?.limitedAt).toEqual(ports.clock.now())
})

it('stores what it could not store with the next write', async () => {
  const { note, noted, setUnavailable, ports } = open()
  setUnavailable(true)
  const firstAt = ports.clock.now()
  await note(60, true)
  ports.clock.advance(10_000)
  await note()
  setUnavailable(false)
  ports.clock.advance(9_999)
  await note()
  expect(noted()).toBeUndefined()
  ports.clock.advance(1)
  await note()
  expect(noted()).toEqual({ lastAt: ports.clock.now(), missedAt: firstAt, limitedAt: firstAt })
})

it('goes on after the clock was set back', async () => {
  const { note, noted, writes, ports } = open()
  await note(60, true)
  const { missedAt } = noted()!
  ports.clock.advance(-3_600_000)
  await note()
  expect(writes()).toBe(2)
  ports.clock.advance(1)
  await note(60, true)
  expect([writes(), ports.log.lines.length]).toEqual([3, 2])
  expect(noted()?.missedAt).toEqual(missedAt)
})

it('never throws, and leaves a line in the log', async () => {
  const { note, setUnavailable, ports } = open()
  setUnavailable(true)
  await note(60)
  expect(ports.log.lines).toMatchObject([{ level: 'warn', event: 'workspace_chat.note_failed' }])
})
