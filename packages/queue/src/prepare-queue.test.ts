import { connectionsOf } from '@ken/postgres'
import { expect, it, onTestFinished } from 'vitest'
import type { Connection } from './connection.ts'
import { prepareQueue } from './prepare-queue.ts'
import { queues } from './queues.ts'
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

it('sends one query if nothing is missing', async () => {
  const { sent, prepare } = await emptyDatabase()
  await prepare()
  sent.length = 0
  await prepare()
  expect(sent).toHaveLength(1)
})

it('updates queues of another version', async () => {
  const { connection, prepare } = await emptyDatabase()
  await prepare()
  const settings = 'select name, retry_delay, notify, dead_letter from pgboss.queue order by name'
  const { rows } = await connection.executeSql(settings)
  await connection.executeSql(`
    delete from pgboss.queue where name = 'deliver_notice';
    update pgboss.queue set retry_delay = 1, notify = false, dead_letter = null where retry_backoff;
    comment on schema pgboss is 'ken of another version'
  `)
  await prepare()
  expect((await connection.executeSql(settings)).rows).toEqual(rows)
})
