import { recordingLog } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { withinRequest } from './lanes/request-scope.ts'
import { migrate } from './migrate.ts'
import { serverHeartbeat } from './server-heartbeat.ts'
import { emptySchema, failingWayTo, openFor } from './testing/server-world.ts'

/** A migrated database, and servers on it that beat once and then only when a test says so. */
async function world() {
  const database = await openFor((await emptySchema()).url)
  await migrate(database.unhurried)
  const start = async () => {
    const heartbeat = await serverHeartbeat(database, { secretId: 'test', log: recordingLog() })
    await heartbeat.close()
    return heartbeat
  }
  const query = (text: string) => database.query<{ seconds: number }>(text.slice(0, 60), text, [])
  return {
    database,
    start,
    /** Nothing beats for so long. */
    pass: (seconds: number) => query(`update server_beats set beat_at = beat_at - interval '${seconds} s'`),
    outages: async () =>
      (
        await query(
          'select round(extract(epoch from ended_at - began_at) / 20)::int * 20 as seconds from server_outages order by 1',
        )
      ).map(({ seconds }) => seconds),
  }
}

it('R40 notes no outage at the first start of all, nor between beats that are a little late', async () => {
  const { start, pass, outages } = await world()
  await start()
  await pass(4)
  await start()
  expect(await outages()).toEqual([])
})

it('R40 notes how long no server was up, once, though several start together', async () => {
  const { start, pass, outages } = await world()
  await start()
  await pass(60)
  await Promise.all([start(), start(), start(), start()])
  expect(await outages()).toEqual([60])
  await pass(20)
  await start()
  expect(await outages()).toEqual([20, 60])
})

it('R40 notes an outage as soon as a server that was paused judges anything by it, and not for a recent beat', async () => {
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
  // The request that finds it may be over.
  await withinRequest(AbortSignal.abort(), paused.catchUp)
  expect(await outages()).toEqual([60])
})

it('R40 notes no outage of one server while another is up', async () => {
  const { start, pass, outages } = await world()
  const paused = await start()
  await pass(60)
  await start()
  expect(await outages()).toEqual([60])
  await start()
  await paused.catchUp()
  expect(await outages()).toEqual([60])
})

it('says once that beats are missed while the database is away, and goes on', async () => {
  const { url } = await emptySchema()
  const proxy = await failingWayTo(url)
  const database = await openFor(proxy.url)
  await migrate(database.unhurried)
  const log = recordingLog()
  const heartbeat = await serverHeartbeat(database, { secretId: 'test', log })
  onTestFinished(heartbeat.close)
  await proxy.cut()
  await expect.poll(() => log.lines.length, { timeout: 15_000 }).toBe(1)
  expect(log.lines).toEqual([{ level: 'warn', event: 'server.beat_missed', fields: {} }])
  await proxy.heal()
})

it('R83 keeps when each secret was last signed with', async () => {
  const { database, start } = await world()
  await start()
  const ids = await database.query(
    'secret_ids',
    `select id, last_used_at > now() - interval '1 minute' as recent from secret_uses`,
    [],
  )
  expect(ids).toEqual([{ id: 'test', recent: true }])
})
