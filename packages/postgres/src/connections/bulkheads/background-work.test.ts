import { recordingLog } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { databaseClock, postgresPorts, serverHeartbeat, reserveSendSlot } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'

it('R12 heartbeats, clock measurements and rate limits run while requests use every look-up connection', async () => {
  const database = await openFor((await migratedDatabase()).url, { poolMax: 2 })
  const log = recordingLog()
  let isBusy = true
  const busy = database.query('nap', 'select pg_sleep(4)', []).finally(() => (isBusy = false))
  const heartbeat = await serverHeartbeat(database, { secretId: 'test', log })
  const clock = await databaseClock(database, { now: () => new Date() }, log)
  await reserveSendSlot(database, { name: 'test', perSecond: 10 })
  await postgresPorts(database, noJobs).backgroundHeartbeats.beat(['worker'])
  expect(isBusy).toBe(true)
  expect(log.lines).toEqual([])
  await Promise.all([heartbeat.close(), clock.close(), busy])
})
