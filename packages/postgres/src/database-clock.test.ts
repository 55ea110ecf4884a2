import { recordingLog } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { databaseClock } from './database-clock.ts'
import { emptySchema, openFor } from './testing/server-world.ts'

const machineOff = (milliseconds: number) => ({ now: () => new Date(Date.now() + milliseconds) })

const away = () => Promise.reject(new Error('away'))

async function clockOff(milliseconds: number) {
  const database = await openFor((await emptySchema()).url)
  const clock = await databaseClock(database, machineOff(milliseconds), recordingLog())
  onTestFinished(clock.close)
  const [row] = await database.query<{ now: Date }>('now', 'select clock_timestamp() as now', [])
  return { clock, errorMs: Math.abs(clock.now().getTime() - row!.now.getTime()) }
}

it.each([-600_000, 0, 600_000])('R93 tells the time of the database, whatever the machine says (%i ms off)', async (offMs) => {
  const { clock, errorMs } = await clockOff(offMs)
  expect(errorMs).toBeLessThan(2_000)
  expect(Math.abs(clock.offsetMs() + offMs)).toBeLessThan(2_000)
})

it('R93 goes by the machine when the database does not answer, and says so', async () => {
  const log = recordingLog()
  const clock = await databaseClock({ backgroundQuery: away }, machineOff(0), log)
  onTestFinished(clock.close)
  expect(clock.offsetMs()).toBe(0)
  expect(log.lines).toMatchObject([{ level: 'warn', event: 'database_clock.not_measured' }])
})
