import { connectionsOf } from '@ken/postgres'
import { createHash } from 'node:crypto'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import { expect, it, onTestFinished } from 'vitest'
import type { Connection } from './connection.ts'
import { isQueuePrepared, prepareQueue } from './prepare-queue.ts'
import { queueRevision, queues, scheduleQueue } from './queues.ts'
import { serverEngine } from './testing/queue-world.ts'

/** An empty database, and the statements that it receives. */
async function emptyDatabase() {
  const { database, close } = await serverEngine()
  onTestFinished(close)
  const { executeSql } = connectionsOf(database)
  const sent: string[] = []
  const connection: Connection = {
    executeSql: (text, values) => {
      sent.push(text)
      return executeSql(text, values)
    },
  }
  return { connection, sent, prepare: () => prepareQueue(connection, 'pgboss') }
}

it('R89 lets ten processes prepare an empty database concurrently', async () => {
  const { connection, prepare } = await emptyDatabase()
  await Promise.all(Array.from({ length: 10 }, prepare))
  const { rows } = await connection.executeSql('select name from pgboss.queue order by name')
  expect(rows).toEqual(
    queues.map(({ name }) => ({ name })).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  )
})

it('sends one query if nothing is missing, and says so', async () => {
  const { sent, prepare } = await emptyDatabase()
  expect(await prepare()).toBe(true)
  sent.length = 0
  expect(await prepare()).toBe(false)
  expect(sent).toHaveLength(1)
})

const settings = 'select name, retry_delay, notify, dead_letter from pgboss.queue order by name'
const commentOf = `select obj_description('pgboss'::regnamespace, 'pg_namespace') as comment`

it('updates queues of an older version', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  const { rows } = await connection.executeSql(settings)
  for (const older of ['ken 12.35.0 06f3e1a9d7c4b582', `ken revision ${queueRevision - 1}`]) {
    await connection.executeSql(`
      delete from pgboss.queue where name = 'deliver_notice';
      update pgboss.queue set retry_delay = 1, notify = false, dead_letter = null where retry_backoff;
      comment on schema pgboss is '${older}'
    `)
    expect(await isQueuePrepared(connection, 'pgboss')).toBe(false)
    await prepare()
    expect((await connection.executeSql(settings)).rows).toEqual(rows)
  }
})

it('updates the queues of schedules of an older version', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  const { name, ...options } = scheduleQueue('sweep')
  await connection.executeSql('select pgboss.create_queue($1, $2)', [name, options])
  const limits = `select expire_seconds, heartbeat_seconds from pgboss.queue where name = '${name}'`
  const { rows } = await connection.executeSql(limits)
  await connection.executeSql(`
    update pgboss.queue set expire_seconds = 7, heartbeat_seconds = 11 where name = '${name}';
    comment on schema pgboss is 'ken revision ${queueRevision - 1}'
  `)
  await prepare()
  expect((await connection.executeSql(limits)).rows).toEqual(rows)
})

it('retries jobs of one group that an older version ran together', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  await connection.executeSql(`
    drop index pgboss.ken_one_of_group;
    insert into pgboss.job (name, state, group_id, heartbeat_on)
      select 'answer_chat_post', 'active', 'a', now() from generate_series(1, 3);
    insert into pgboss.job (name, state, group_id, heartbeat_on) values ('answer_chat_post', 'active', 'b', now());
    comment on schema pgboss is 'ken revision ${queueRevision - 1}'
  `)
  await prepare()
  const states = 'select group_id, state, output from pgboss.job order by group_id, state'
  expect((await connection.executeSql(states)).rows).toEqual([
    { group_id: 'a', state: 'retry', output: {} },
    { group_id: 'a', state: 'retry', output: {} },
    { group_id: 'a', state: 'active', output: null },
    { group_id: 'b', state: 'active', output: null },
  ])
})

it('says which command helps if the database user may not change the tables', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  await connection.executeSql(`comment on schema pgboss is 'ken revision ${queueRevision - 1}'`)
  const refusal = Object.assign(new Error('must be owner of table job_common'), { code: '42501' })
  const restricted: Connection = {
    executeSql: async (text, values) => {
      if (text.includes('create unique index')) throw refusal
      return connection.executeSql(text, values)
    },
  }
  await expect(prepareQueue(restricted, 'pgboss')).rejects.toThrow('Run "ken migrate"')
})

it('leaves queues of a newer version as they are', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  await connection.executeSql(`
    update pgboss.queue set retry_delay = 7;
    comment on schema pgboss is 'ken revision ${queueRevision + 1}'
  `)
  const read = async () => [
    (await connection.executeSql(settings)).rows,
    (await connection.executeSql(commentOf)).rows,
  ]
  const newer = await read()
  await prepare()
  expect(await read()).toEqual(newer)
  expect(await isQueuePrepared(connection, 'pgboss')).toBe(true)
})

it('has another revision for other queues, and for another version of pg-boss', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify([queues, scheduleQueue('')]))
    .digest('hex')
    .slice(0, 16)
  // After a change, raise the revision here and in queues.ts.
  expect({ revision: queueRevision, pgBoss: manifest.version, digest }).toEqual({
    revision: 2,
    pgBoss: '12.35.0',
    digest: '1416fa93a19468c2',
  })
})
