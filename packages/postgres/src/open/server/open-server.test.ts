import { Unavailable } from '@ken/core/ports'
import { poolerDouble, testPostgres } from '@ken/testing'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openServer } from './open-server.ts'
import { explainRefusal } from './server-suitability.ts'
import { connectionTo, emptySchema, openFor } from '../../testing/server-world.ts'
import { silentLog } from '../../testing/silent-log.ts'

const { url } = await testPostgres()
const secret = 'marked-secret'

/**
 * The error for a changed address of the server. Fails if the error contains the password or comes
 * late.
 */
async function complaint(changes: { readonly [Part in keyof URL]?: URL[Part] }): Promise<string> {
  const address = Object.assign(new URL(url), { password: secret, ...changes })
  const start = performance.now()
  const error: unknown = await openServer({ url: address.href, poolMax: 2, log: silentLog }).then(
    (database) => database.close().then(() => new Error('it opened')),
    (fault: unknown) => fault,
  )
  expect(performance.now() - start).toBeLessThan(6_000)
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret)
  return error instanceof Error ? error.message : ''
}

const { host, pathname, password } = new URL(url)
const openAt = (changes: Partial<URL>) =>
  openServer({ url: Object.assign(new URL(url), changes).href, poolMax: 2, log: silentLog })
const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** A TCP server that is not PostgreSQL. */
async function listening(meet: (socket: Socket) => void): Promise<string> {
  const server = createServer(meet).listen(0, '127.0.0.1').unref()
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that asks for a password, and accepts none. That of the tests may ask for none, and may support TLS. */
const refusing = () =>
  listening((socket) => {
    const unencrypted = Buffer.from('N')
    const passwordRequest = Buffer.from('R\0\0\0\x08\0\0\0\x03')
    const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')
    const refusal = Buffer.from([...Buffer.from('E\0\0\0'), fields.length + 4, ...fields])
    socket.on('data', (message) => {
      if (message.length === 8) socket.write(unencrypted)
      else if (message.toString('latin1', 0, 1) === 'p') socket.end(refusal)
      else socket.write(passwordRequest)
    })
  })

describe.concurrent('openServer', () => {
  it('names a host where nothing listens, and says what to check', async () => {
    expect(await complaint({ host: '127.0.0.1:1' })).toBe(
      `The database at 127.0.0.1:1${pathname} cannot be used. Nothing listens there. Check host and port, and that PostgreSQL runs.`,
    )
  })

  it('names a host that does not exist', async () => {
    expect(await complaint({ hostname: 'nowhere.invalid' })).toMatch(
      /nowhere\.invalid.*(?:spelling|DNS)/,
    )
  })

  it('names a host that accepts connections and never replies', async () => {
    const silent = await listening(() => {})
    expect(await complaint({ host: silent })).toBe(
      `The database at ${silent}${pathname} cannot be used. The host does not respond. Check the address and the firewall.`,
    )
  })

  it('names a host that is not PostgreSQL', async () => {
    const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await complaint({ host: web })).toContain(
      `The database at ${web}${pathname} cannot be used. `,
    )
    const closing = await listening((socket) => socket.destroy())
    expect(await complaint({ host: closing })).toContain('Check that this is a PostgreSQL port')
  })

  it('says that the password is wrong', async () => {
    const server = await refusing()
    expect(await complaint({ host: server })).toBe(
      `The database at ${server}${pathname} cannot be used. The user name or the password in the URL of the database is wrong, or the password has expired.`,
    )
  })

  it('says that a role may be missing where the server asks for no password', async () => {
    const refused = Object.assign(new Error('role "ken" does not exist'), { code: '28000' })
    expect(explainRefusal(refused, url).message).toContain('Check that the role exists')
  })

  it('says that the database does not exist', async () => {
    expect(await complaint({ password, pathname: '/nothing_here' })).toBe(
      `The database at ${host}/nothing_here cannot be used. There is no such database. Create it first: createdb --encoding=UTF8 --template=template0 NAME`,
    )
  })

  it('is unavailable if the server does not respond, and wrong if it refuses the settings', async () => {
    const closing = await listening((socket) => socket.destroy())
    for (const changes of [{ host: '127.0.0.1:1' }, { host: closing }])
      await expect(openAt(changes)).rejects.toBeInstanceOf(Unavailable)
    const mistakes = [
      { host: await refusing() },
      { pathname: '/nothing_here' },
      { search: '?sslrootcert=/nothing/here' },
    ]
    for (const changes of mistakes)
      await expect(openAt(changes)).rejects.not.toBeInstanceOf(Unavailable)
  })

  it('says that a percent sign of the address is not encoded', async () => {
    expect(await complaint({ password: '%ff' })).toContain('Write it as %25.')
  })

  it('says that the server does not support TLS', async () => {
    expect(await complaint({ host: await refusing(), search: '?sslmode=verify-full' })).toContain(
      'The server does not support SSL connections.',
    )
  })

  it.each([
    { fault: 'startup', words: 'refuses the startup parameter statement_timeout' },
    { fault: 'statements', words: "gives Ken's statements to changing sessions" },
    { fault: 'one session', words: "gives Ken's statements to changing sessions" },
    { fault: 'changing sessions', words: "gives Ken's statements to changing sessions" },
  ] as const)(
    'reports a connection pooler ($fault), and what Ken needs instead',
    async ({ fault, words }) => {
      const pooler = await poolerDouble(fault)
      const said = await complaint({ host: new URL(pooler.url).host })
      expect(said).toContain(
        `${new URL(pooler.url).host}${pathname} cannot be used. A connection pooler such as PgBouncer`,
      )
      expect(said).toContain(words)
      expect(said).toMatch(/LISTEN.*address of PostgreSQL itself.*pool_mode = session/)
      await pooler.close()
    },
  )

  it('never quotes an address that cannot be parsed', async () => {
    expect(await complaint({ password: `${secret}%ff` })).toContain(
      `The database at ${host}${pathname} cannot be used.`,
    )
    const error: unknown = await openServer({
      url: `postgres://${secret}@:::/`,
      poolMax: 2,
      log: silentLog,
    }).catch((fault: unknown) => fault)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret)
  })
})

describe('a database server', () => {
  it('closes every connection, of every kind', async () => {
    const { url: schemaUrl, name } = await emptySchema()
    const connections = `select from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid()`
    const watcher = await connectionTo(schemaUrl)
    const { close, ping } = await openServer({ url: schemaUrl, poolMax: 2, log: silentLog })
    await ping()
    // One for look-ups, one for readiness.
    expect((await watcher.query(connections)).rowCount).toBe(2)
    await close()
    await expect.poll(async () => (await watcher.query(connections)).rowCount).toBe(0)
  })

  it('R92 commits to the disk before it acknowledges', async () => {
    const { query } = await openFor(url)
    expect(await query('commits', 'show synchronous_commit', [])).toEqual([
      { synchronous_commit: 'on' },
    ])
  })

  it.each(['SQL_ASCII', 'LATIN1'])('is refused if its encoding is %s', async (encoding) => {
    const database = `encoded_${randomUUID().replaceAll('-', '')}`
    const server = await connectionTo(url)
    await server.query(
      `create database ${database} encoding '${encoding}' locale 'C' template template0`,
    )
    try {
      expect(await complaint({ password, pathname: `/${database}` })).toBe(
        `The database at ${host}/${database} cannot be used. Its encoding is ${encoding}, and Ken needs UTF8. Create another database, and if this one has data, restore a dump of it there: createdb --encoding=UTF8 --template=template0 NAME`,
      )
    } finally {
      await server.query(`drop database ${database} (force)`)
    }
  })
})
