import { ok } from '@ken/core'
import type { Email, Job, JobOf, JobStore } from '@ken/core/ports'
import { anOrigin, recordingLog, type RecordingLog } from '@ken/core/testing'
import {
  connectionsOf,
  openEmbedded,
  openServer,
  postgresPorts,
  type Database,
} from '@ken/postgres'
import { migratedDirectory } from '@ken/postgres/testing'
import { freshDatabase } from '@ken/testing'
import { openQueue } from '../open-queue.ts'
import { jobOf, type QueuedJob } from '../queues.ts'
import { prepareQueue } from '../prepare-queue.ts'
import { workQueue, type Working, type WorkOptions } from '../work-queue.ts'

/** A queue, and what a test can observe. */
export type QueueWorld = {
  readonly database: Database
  readonly log: RecordingLog
  /** Runs work in one transaction, which commits unless the work throws. */
  readonly within: (work: (jobs: JobStore) => Promise<void>) => Promise<void>
  readonly enqueue: (...jobs: readonly Job[]) => Promise<void>
  /** The rows of a state, without pg-boss's own. */
  readonly inState: (state: string, name?: string) => Promise<readonly JobRow[]>
  /** Makes every waiting job a dead letter, and returns their ids. */
  readonly deadLetter: () => Promise<readonly string[]>
  /** Every job that a worker could fetch now. */
  readonly waiting: () => Promise<readonly Job[]>
  /** Resolves when notifications arrive, too. */
  readonly work: (options: Partial<WorkOptions>) => Promise<Working>
  readonly sql: <Row extends object>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Row[]>
  readonly close: () => Promise<void>
}

/** A row of pg-boss; `pause` is in seconds. */
export type JobRow = {
  readonly id: string
  readonly name: string
  readonly data: Job
  readonly output: object | null
  readonly pause: number
  readonly source_id: string
  readonly source_name: string
  readonly source_output: object | null
  readonly source_retry_count: number
}

const schema = 'pgboss'
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A database for the queues of a test file. */
export type Engine = { readonly database: Database; readonly close: () => Promise<void> }

export async function serverEngine(): Promise<Engine> {
  const { url, close } = await freshDatabase()
  const database = await openServer({ url, poolMax: 10, log: silent })
  return { database, close: () => database.close().then(close) }
}

/** The embedded database, with its one connection. */
export async function embeddedEngine(): Promise<Engine> {
  const { path: directory, remove } = await migratedDirectory()
  const database = await openEmbedded({ directory, log: silent })
  return { database, close: () => database.close().then(remove) }
}

/** A queue without jobs and schedules. */
export async function queueOn({ database }: Engine): Promise<QueueWorld> {
  const connection = connectionsOf(database)
  await prepareQueue(connection, schema)
  const queue = openQueue({ connection, schema })
  await connection.executeSql('delete from pgboss.job; delete from pgboss.schedule')
  const { transact } = postgresPorts(database, queue.within)
  const log = recordingLog()
  const workings: Working[] = []
  const within: QueueWorld['within'] = async (work) =>
    void (await transact(async ({ jobs }) => ok(await work(jobs))))
  const sql: QueueWorld['sql'] = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await connection.executeSql(text, [...values])).rows as readonly Row[]
  return {
    database,
    log,
    within,
    sql,
    inState: (state, name = '%') =>
      sql<JobRow>(
        `select *, extract(epoch from start_after - now())::float8 as pause from pgboss.job
         where state::text = $1 and name like $2 and name not like '\\_\\_%'`,
        [state, name],
      ),
    enqueue: (...jobs) => within((store) => store.enqueue(jobs)),
    deadLetter: async () => {
      const rows = await sql<{ source_id: string }>(
        `update pgboss.job set name = 'dead_letter', source_name = name, source_id = id, id = gen_random_uuid(),
           source_created_on = created_on, source_retry_count = 0
         where state = 'created' and name <> 'dead_letter' returning source_id`,
      )
      return rows.map(({ source_id }) => source_id)
    },
    waiting: async () =>
      (
        await sql<{ data: QueuedJob }>(
          `select data from pgboss.job where state = 'created' and name <> 'dead_letter'`,
        )
      ).map(({ data }) => jobOf(data)),
    async work(options) {
      const listening = Promise.withResolvers<void>()
      const { listen = database.listen } = options
      const working = await workQueue({
        connection,
        schema,
        log,
        jobs: null,
        schedules: null,
        ...options,
        listen: (channel, onNotification, onGap) =>
          listen(channel, onNotification, () => {
            onGap()
            listening.resolve()
          }),
      })
      workings.push(working)
      await listening.promise
      return working
    },
    async close() {
      await Promise.all(workings.map((working) => working.close()))
    },
  }
}

export const aReset = (name: string): Job => ({
  kind: 'deliver_password_reset',
  email: `${name}@example.com` as Email,
  origin: anOrigin,
})

type Invitation = JobOf<'deliver_invitation'>
export const anInvitation = (name: string, paced: boolean): Invitation => ({
  kind: 'deliver_invitation',
  invitationId: name as Invitation['invitationId'],
  paced,
})
