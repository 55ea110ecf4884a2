import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { freshDatabase } from '@ken/testing'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { runPrepared } from './run-prepared.ts'

const database = await freshDatabase()
const client = new Client({ connectionString: database.url })
beforeAll(async () => {
  await client.connect()
  return async () => {
    await client.end()
    await database.close()
  }
})

const run = (name: string, text: string, ...values: unknown[]) =>
  runPrepared(client, { name, text, values })

/** The messages that PostgreSQL sends while the work runs. */
async function messagesDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const names: string[] = []
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter } // The types omit it.
  const note = ({ name }: { name: string }) => void names.push(name)
  connection.on('message', note)
  await work()
  connection.off('message', note)
  return names
}

/** The bytes of all buffers that are still in use. */
async function bufferBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new TypeError('gc is not exposed')
  await setImmediate()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const selectOne = () => run('once', 'select 1 as one')
const divideUnflushed = (by: number) =>
  runPrepared(client, {
    name: 'divide_unflushed',
    text: `select 6 / $1::int as result, current_setting('synchronous_commit') as commits`,
    values: [by],
    isUnflushed: true,
  })
const listPairs = () => run('pairs', 'select * from pairs')

describe('runPrepared', () => {
  it('returns rows of any type, as the driver does', async () => {
    const text = `select $1::int as count, $2::text as name, $3::text[] as words, null as nothing, true as yes, timestamptz '2026-01-01Z' as at`
    const values = [2, 'a "b"', ['x', 'y z']]
    const { rows } = await client.query(text, values)
    for (let call = 0; call < 3; call += 1)
      expect(await run('any_type', text, ...values)).toEqual(rows)
    expect(rows[0]).toMatchObject({ count: 2, words: ['x', 'y z'], nothing: null, yes: true })
  })

  it('asks for the columns once per connection', async () => {
    expect(await messagesDuring(selectOne)).toContain('rowDescription')
    const later = await messagesDuring(selectOne)
    expect(later).toContain('dataRow')
    expect(later).not.toContain('rowDescription')
    expect(await selectOne()).toEqual([{ one: 1 }])
  })

  it('returns no rows of a statement that has none', async () => {
    await client.query('create temporary table things (name text)')
    for (const name of ['a', 'b'])
      expect(await run('insert', 'insert into things values ($1)', name)).toEqual([])
    expect(await run('list', 'select name from things order by name')).toEqual([
      { name: 'a' },
      { name: 'b' },
    ])
  })

  it('rejects a refused statement, and runs it and others afterwards', async () => {
    const divide = (by: number) => run('divide', 'select 6 / $1::int as result', by)
    expect(await divide(2)).toEqual([{ result: 3 }])
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect(await divide(3)).toEqual([{ result: 2 }])
    await expect(run('wrong', 'select nothing from nowhere')).rejects.toThrow('nowhere')
    expect(await divide(6)).toEqual([{ result: 1 }])
  })

  it('plans the settings of unflushed statements once per connection, also when a statement fails', async () => {
    await divideUnflushed(1)
    await expect(divideUnflushed(0)).rejects.toThrow('division by zero')
    expect(await divideUnflushed(2)).toEqual([{ result: 3, commits: 'off' }])
    expect(await messagesDuring(() => divideUnflushed(3))).not.toContain('parseComplete')
    expect(await divideUnflushed(3)).toEqual([{ result: 2, commits: 'off' }])
    expect(await run('commits', 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  })

  it('keeps nothing of a statement that was sent', async () => {
    const before = await bufferBytes()
    const [row] = await run('length', 'select length($1) as length', 'x'.repeat(30_000_000))
    expect(row).toEqual({ length: 30_000_000 })
    // The socket keeps what it has sent for a moment.
    await expect
      .poll(async () => (await bufferBytes()) - before, { timeout: 5_000 })
      .toBeLessThan(10_000_000)
  })

  it('refuses a statement whose columns have changed, instead of naming them wrongly', async () => {
    await client.query('create temporary table pairs as select 1 as first, 2 as second')
    expect(await listPairs()).toEqual([{ first: 1, second: 2 }])
    await client.query('alter table pairs drop column first')
    await expect(listPairs()).rejects.toThrow('must not change result type')
  })
})
