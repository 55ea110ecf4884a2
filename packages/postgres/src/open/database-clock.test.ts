import { recordingLog } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { databaseClock } from './database-clock.ts'
import { emptySchema, openFor } from '../testing/server-world.ts'

const machineOff = (milliseconds: number) => ({ now: () => new Date(Date.now() + milliseconds) })

const away = () => Promise.reject(new Error('away'))

async function clockOff(milliseconds: number) {
  const database = await openFor((await emptySchema()).url)
  const clock = await databaseClock(database, machineOff(milliseconds), recordingLog())
  onTestFinished(clock.close)
  const [row] = await database.query<{ now: Date }>('now', 'select clock_timestamp() as now', [])
  return { clock, errorMs: Math.abs(clock.now().getTime() - row!.now.getTime()) }
}

it.each([-600_000, 0, 600_000])(
  'R93 returns the time of the database although the machine is %i ms off',
  async (offMs) => {
    const { clock, errorMs } = await clockOff(offMs)
    expect(errorMs).toBeLessThan(2_000)
    expect(Math.abs(clock.offsetMs() + offMs)).toBeLessThan(2_000)
    expect(clock.isMeasured()).toBe(true)
  },
)

it("R93 uses the machine's clock when the database does not respond, and logs it", async () => {
  const log = recordingLog()
  const now = new Date('2030-01-01T00:00:00Z')
  const clock = await databaseClock({ backgroundQuery: away }, { now: () => now }, log)
  onTestFinished(clock.close)
  expect([clock.now(), clock.offsetMs(), clock.isMeasured()]).toEqual([now, 0, false])
  expect(log.lines).toMatchObject([{ level: 'warn', event: 'database_clock.not_measured' }])
})

/** A database with the true time, in milliseconds of the test, and a machine whose clock is off. */
async function inSteps() {
  const time = {
    trueMs: Date.parse('2026-11-22T12:00:00Z'),
    monotonicMs: 0,
    machineMs: 0,
    looks: 0,
  }
  const backgroundQuery = async () => {
    time.looks += 1
    return [{ now: new Date(time.trueMs) }] as never[]
  }
  const clock = await databaseClock(
    { backgroundQuery },
    { now: () => new Date(time.trueMs + time.machineMs) },
    recordingLog(),
    {
      monotonicMs: () => time.monotonicMs,
    },
  )
  onTestFinished(clock.close)
  const pass = (milliseconds: number) => {
    time.trueMs += milliseconds
    time.monotonicMs += milliseconds
  }
  return { time, clock, pass, errorMs: () => clock.now().getTime() - time.trueMs }
}

it.each([-600_000, 600_000])(
  'R93 returns the time of the database while the machine’s jumps by %i ms, and logs it',
  async (jumpMs) => {
    const { time, clock, pass, errorMs } = await inSteps()
    pass(10_000)
    expect([errorMs(), clock.offsetMs()]).toEqual([0, 0])
    time.machineMs = jumpMs
    expect([errorMs(), clock.offsetMs()]).toEqual([0, -jumpMs])
  },
)

it('R93 measures again immediately after the machine slept, at most once a second', async () => {
  const { time, pass, errorMs } = await inSteps()
  pass(10_000)
  // The monotonic clock stands still while the machine sleeps.
  time.trueMs += 3_600_000
  expect(errorMs()).toBe(-3_600_000)
  await expect.poll(errorMs).toBe(0)
  const { looks } = time
  for (let read = 0; read < 100; read += 1) errorMs()
  expect(time.looks).toBe(looks)
})
