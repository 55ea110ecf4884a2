import { recordingLog } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { withinRequest } from '../../connections/request-scope.ts'
import { serverHeartbeat } from './server-heartbeat.ts'
import { migratedDatabase, failingWayTo, openFor } from '../../testing/server-world.ts'

/**
 * A migrated database with servers that send one heartbeat, and further ones only when a test asks.
 */
async function world() {
  const database = await openFor((await migratedDatabase()).url)
  const start = async () => {
    const heartbeat = await serverHeartbeat(database, { secretId: 'test', log: recordingLog() })
    await heartbeat.close()
    return heartbeat
  }
  const query = (text: string) => database.query<{ seconds: number }>(text.slice(0, 60), text, [])
  return {
    database,
    start,
    /** Moves the last heartbeat into the past. */
    pass: (seconds: number) =>
      query(`update server_beats set beat_at = beat_at - interval '${seconds} s'`),
    outages: async () =>
      (
        await query(
          'select round(extract(epoch from ended_at - began_at) / 20)::int * 20 as seconds from server_outages order by 1',
        )
      ).map(({ seconds }) => seconds),
  }
}

it('R40 records no outage at the first start, nor between heartbeats that are a little late', async () => {
  const { start, pass, outages } = await world()
  await start()
  await pass(4)
  await start()
  expect(await outages()).toEqual([])
})

it('R40 records how long no server was up, once, though several start together', async () => {
  const { start, pass, outages } = await world()
  await start()
  await pass(60)
  await Promise.all([start(), start(), start(), start()])
  expect(await outages()).toEqual([60])
  await pass(20)
  await start()
  expect(await outages()).toEqual([20, 60])
})

it('R40 records an outage as soon as a paused server relies on it, and none after a recent heartbeat', async () => {
  const { start, pass, outages } = await world()
  const paused = await start()
  await pass(60)
  await paused.catchUp()
  expect(await outages()).toEqual([])
  const realNow = Date.now
  Date.now = () => realNow() + 60_000
  onTestFinished(() => {
    Date.now = realNow
  })
  // The request that notices it may have ended.
  await withinRequest(AbortSignal.abort(), paused.catchUp)
  expect(await outages()).toEqual([60])
})

it('R40 records no outage of one server while another is up', async () => {
  const { start, pass, outages } = await world()
  const paused = await start()
  await pass(60)
  await start()
  expect(await outages()).toEqual([60])
  await start()
  await paused.catchUp()
  expect(await outages()).toEqual([60])
})

it('logs missed heartbeats once while the database is unavailable, and continues', async () => {
  const { url } = await migratedDatabase()
  const proxy = await failingWayTo(url)
  const database = await openFor(proxy.url)
  const log = recordingLog()
  const heartbeat = await serverHeartbeat(database, { secretId: 'test', log })
  onTestFinished(heartbeat.close)
  await proxy.cut()
  await expect.poll(() => log.lines.length).toBe(1)
  expect(log.lines).toEqual([{ level: 'warn', event: 'server.beat_missed', fields: {} }])
  await proxy.heal()
})

it('R83 records when each secret last signed a token', async () => {
  const { database, start } = await world()
  await start()
  const ids = await database.query(
    'secret_ids',
    `select id, last_used_at > now() - interval '1 minute' as recent from secret_uses`,
    [],
  )
  expect(ids).toEqual([{ id: 'test', recent: true }])
})
