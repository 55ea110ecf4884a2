import manifest from 'pg-boss/package.json' with { type: 'json' }
import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'
import { queues } from './queues.ts'

/**
 * The version of everything that is prepared, stored as the comment of the schema: one query reads
 * it.
 */
const version = `ken ${manifest.version} ${createHash('sha256').update(JSON.stringify(queues)).digest('hex').slice(0, 16)}`

/**
 * Creates or updates the tables and queues. Only reads if nothing is missing. Several processes may
 * run it concurrently.
 */
export async function prepareQueue(connection: Connection, schema: string): Promise<void> {
  if (await isQueuePrepared(connection, schema)) return
  // Loading it takes longer than most commands, and most do not need it.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ db: connection, schema, supervise: false, schedule: false })
  // Errors are also thrown.
  boss.on('error', () => {})
  try {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const { name, policy, ...options } of queues) {
      if (!known.has(name))
        await boss.createQueue(name, { ...options, ...(policy === undefined ? {} : { policy }) })
      else await boss.updateQueue(name, options)
    }
  } catch (error) {
    throw explained(error)
  } finally {
    await boss.stop({ graceful: false })
  }
  // Concurrent comments on a schema would fail.
  await connection.executeSql(`
    begin;
    select pg_advisory_xact_lock(hashtextextended('ken:${schema}', 0));
    comment on schema ${schema} is '${version}';
    commit;
  `)
}

/** The database user may not create or change the tables. */
const explained = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === '42501'
    ? new Error(
        'The database user may not change the tables of the queue. Run "ken migrate" as their owner.',
        {
          cause: error,
        },
      )
    : error

/** Whether the tables and queues are those of this version. Changes nothing. */
export async function isQueuePrepared(
  { executeSql }: Connection,
  schema: string,
): Promise<boolean> {
  const comment = `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = lower($1)`
  const { rows } = await executeSql(comment, [schema])
  return (rows[0] as { version: string | null } | undefined)?.version === version
}
