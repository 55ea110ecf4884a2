import type { World } from './distributed.ts'

/** The states of all jobs that are not done, without scheduled ones: they may become due during any test. */
export const unfinishedJobs = async ({ sql }: World) =>
  (
    await sql(
      `select state from pgboss.job where state < 'completed' and name not like 'schedule%' and name not like '\\_\\_%'`,
    )
  ).map(({ state }) => state)

/** Makes delayed jobs and retries due now. */
export const jobsAreDue = ({ sql }: World) =>
  sql(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)

/** Whether all jobs are done; ends the pause before each retry until they are. */
export async function jobsAreDone(world: World): Promise<boolean> {
  await jobsAreDue(world)
  return (await unfinishedJobs(world)).length === 0
}

/** As if the time had passed after which a worker without a heartbeat loses its jobs. */
export async function leasesOfWorkersExpire({ sql }: World): Promise<void> {
  await sql(
    `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
  )
  await sql('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
}

/** Everything that the database holds, as text. */
export async function everythingStored({ sql }: World): Promise<string> {
  const tables = await sql(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
  const rows = []
  for (const { name } of tables)
    rows.push(await sql(`select row.*::text as text from ${String(name)} as row`))
  return JSON.stringify(rows)
}
