import type { Connection } from './connection.ts'
import { queueRevision, queues, scheduleQueuesAmong } from './queues.ts'

/**
 * Creates or updates the tables and queues. Only reads, and returns false, if nothing is missing, and if a newer version
 * has prepared them. Several processes may run it concurrently.
 */
export async function prepareQueue(connection: Connection, schema: string): Promise<boolean> {
  if (await isQueuePrepared(connection, schema)) return false
  // Loading it takes longer than most commands, and most do not need it.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ db: connection, schema, supervise: false, schedule: false })
  // Errors are also thrown.
  boss.on('error', () => {})
  try {
    await boss.start()
    const known = (await boss.getQueues()).map(({ name }) => name)
    for (const { name, policy, ...options } of [...queues, ...scheduleQueuesAmong(known)]) {
      if (!known.includes(name))
        await boss.createQueue(name, { ...options, ...(policy === undefined ? {} : { policy }) })
      else await boss.updateQueue(name, options)
    }
  } catch (error) {
    throw explained(error)
  } finally {
    await boss.stop({ graceful: false })
  }
  // Concurrent comments on a schema would fail. pg-boss counts the jobs of a group that run before it takes another; of two
  // workers that count at the same moment, the index lets one take a job. An older version may have run several; if it ended,
  // none would stop them before the index exists.
  const finish = `
    begin;
    select pg_advisory_xact_lock(hashtextextended('ken:${schema}', 0));
    lock table ${schema}.job_common in share row exclusive mode;
    update ${schema}.job_common as job set state = 'retry', heartbeat_on = null, output = '{}'
      where state = 'active' and exists (
        select from ${schema}.job_common as other
        where other.name = job.name and other.group_id = job.group_id and other.state = 'active' and other.id < job.id
      );
    create unique index if not exists ken_one_of_group on ${schema}.job_common (name, group_id)
      where state = 'active' and group_id is not null;
    comment on schema ${schema} is '${revisionPrefix}${queueRevision}';
    commit;
  `
  await connection.executeSql(finish).catch((error: unknown) => {
    throw explained(error)
  })
  return true
}

/** The database user may not create or change the tables. */
const explained = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === '42501'
    ? new Error(
        'The database user may not change the tables of the queue. Run "ken migrate" as their owner. If there is only one role, make it the owner of the database.',
        {
          cause: error,
        },
      )
    : error

/** Starts the comment of the schema that stores the revision, which one query reads. */
const revisionPrefix = 'ken revision '

/** Whether the tables and queues are those of this version, or of a newer one. Changes nothing. */
export async function isQueuePrepared(
  { executeSql }: Connection,
  schema: string,
): Promise<boolean> {
  const comment = `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = lower($1)`
  const { rows } = await executeSql(comment, [schema])
  const stored = (rows[0] as { comment: string | null } | undefined)?.comment
  return (
    stored?.startsWith(revisionPrefix) === true &&
    Number(stored.slice(revisionPrefix.length)) >= queueRevision
  )
}
