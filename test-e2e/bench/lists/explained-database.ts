import type { Ports } from '@ken/core'
import { postgresPorts, type Database } from '@ken/postgres'
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from 'kysely'

/** Milliseconds of each run: of the database, without the time that planning takes, of planning, and until the stores returned. */
export type Measured = {
  readonly rows: number
  readonly executionMs: readonly number[]
  readonly planningMs: readonly number[]
  readonly wallMs: readonly number[]
}
export type ListWork = (transact: Ports['transact']) => Promise<number>
type Plan = { readonly 'Execution Time': number; readonly 'Planning Time': number }

const ignore = async () => {}
const noJobs = {
  enqueue: ignore,
  retryDead: async () => [],
  dropWaiting: async () => ({ dropped: [], kept: [] }),
}

/** Runs work that only reads, and then its statements again with EXPLAIN ANALYZE, in one transaction for each run. */
export async function measureList(
  database: Database,
  work: ListWork,
  runs: number,
): Promise<Measured> {
  const measured: Record<'executionMs' | 'planningMs' | 'wallMs', number[]> = {
    executionMs: [],
    planningMs: [],
    wallMs: [],
  }
  let rows = 0
  for (let run = 0; run < runs; run += 1) {
    await database.kysely.transaction().execute(async (transaction) => {
      const statements: CompiledQuery[] = []
      const connection = watchedConnection((statement) => {
        statements.push(statement)
        return transaction.executeQuery(statement)
      })
      const { transact } = postgresPorts(
        { ...database, kysely: kyselyOn(connection) },
        () => noJobs,
      )
      const started = performance.now()
      rows = await work(transact)
      measured.wallMs.push(performance.now() - started)
      const plans: Plan[] = []
      for (const { sql, parameters } of statements) {
        const text = `explain (analyze, timing off, format json) ${sql}`
        const explained = await transaction.executeQuery(CompiledQuery.raw(text, [...parameters]))
        plans.push((explained.rows as { 'QUERY PLAN': [Plan] }[])[0]!['QUERY PLAN'][0])
      }
      measured.executionMs.push(sum(plans.map((plan) => plan['Execution Time'])))
      measured.planningMs.push(sum(plans.map((plan) => plan['Planning Time'])))
    })
  }
  return { rows, ...measured }
}

const watchedConnection = (
  executeQuery: (statement: CompiledQuery) => Promise<{ rows: unknown[] }>,
): DatabaseConnection => ({
  // Kysely knows the rows of each statement.
  executeQuery: async (statement) => ({ rows: (await executeQuery(statement)).rows as never[] }),
  streamQuery: () => {
    throw new Error('Lists do not stream.')
  },
})

/** Kysely on a connection that is in a transaction. */
const kyselyOn = (connection: DatabaseConnection): Database['kysely'] =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: ignore,
        acquireConnection: async () => connection,
        beginTransaction: ignore,
        commitTransaction: ignore,
        rollbackTransaction: ignore,
        releaseConnection: ignore,
        destroy: ignore,
      }),
    },
  })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
