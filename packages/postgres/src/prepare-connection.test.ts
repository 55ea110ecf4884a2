import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from './migrate.ts'
import { postgresSearchIndex } from './postgres-search-index.ts'
import { connectionTo, emptyDatabase, emptySchema, openFor } from './testing/server-world.ts'

/** A server that logs whatever it can, and sends its log to the client too. */
const talkative = [
  'log_min_duration_statement=0',
  'log_parameter_max_length=-1',
  'log_parameter_max_length_on_error=-1',
  'client_min_messages=log',
]

/** An address to the same database, and everything that came back from there. */
async function overheard(url: string, settings: readonly string[]) {
  const { hostname, port } = new URL(url)
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('data', (data) => heard.push(data))
    socket.pipe(upstream).pipe(socket)
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(url)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = [address.searchParams.get('options') ?? '', ...settings.map((setting) => `-c ${setting}`)].join(' ')
  address.searchParams.set('options', options)
  address.search = address.search.replaceAll('+', '%20')
  return { url: address.href, text: () => Buffer.concat(heard).toString('latin1') }
}

const fails = `select 1 / length(left($1, 0))`

describe('the log of the database server', () => {
  it('R10 has no word of a query, whatever the server is told to log, also when a statement fails', async () => {
    const { url } = await emptySchema()
    const wire = await overheard(url, talkative)
    const database = await openFor(wire.url)
    await migrate(database.unhurried)
    const canary = `canary${randomBytes(8).toString('hex')}`
    await postgresSearchIndex(database).searchText(canary, { principals: [], sources: null }, 10)
    await expect(database.query('fails', fails, [canary])).rejects.toThrow('division by zero')
    expect(wire.text()).toMatch(/duration: .*search_text/)
    expect(wire.text()).not.toContain(canary)
  })

  it('is told so where a user may not say it of everything, and the connection opens all the same', async () => {
    const { url } = await emptySchema()
    const [owner, role] = [await connectionTo(url), `ken_test_${randomBytes(8).toString('hex')}`]
    await owner.query(`create role ${role} login password '${role}'`)
    await owner.query(`alter role ${role} set log_parameter_max_length_on_error = -1`)
    onTestFinished(async () => void (await (await connectionTo(url)).query(`drop role ${role}`)))
    const plain = Object.assign(new URL(url), { username: role, password: role })
    const { query } = await openFor(plain.href)
    const settings = ['log_parameter_max_length', 'log_parameter_max_length_on_error']
    const shown = await query('shown', 'select current_setting(name) as value from unnest($1::text[]) as name', [settings])
    expect(shown).toEqual([{ value: '-1' }, { value: '0' }])
  })
})

/** What the transactions and statements of Ken have when the database has another default. */
async function commitsWhereDefaultIs(value: string): Promise<ReadonlySet<unknown>> {
  const url = await emptyDatabase()
  const administrator = await connectionTo(url)
  await administrator.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${value}`)
  const { kysely, unhurried, query } = await openFor(url)
  const shown = sql<{ value: string }>`select current_setting('synchronous_commit') as value`
  const inTransactions = await Promise.all(
    [kysely, unhurried].map((pool) => pool.transaction().execute((transaction) => shown.execute(transaction))),
  )
  const [outside] = await query<{ value: string }>('commits', `select current_setting('synchronous_commit') as value`, [])
  return new Set([...inTransactions.map(({ rows }) => rows[0]?.value), outside?.value])
}

describe('a commit', () => {
  it('R92 is on the disk before it is acknowledged, although the default of the database is off', async () => {
    expect(await commitsWhereDefaultIs('off')).toEqual(new Set(['on']))
  })

  it.for(['remote_apply', 'remote_write', 'local'])('R92 waits as the database says where it says %s', async (value) => {
    expect(await commitsWhereDefaultIs(value)).toEqual(new Set([value]))
  })
})
