import { randomApiKeySource } from '@ken/crypto'
import { filledDatabase, freshDatabase, testRedis } from '@ken/testing'
import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { emptyHome, kenJson, type Environment } from './ken-program.ts'

export const ownerEmail = 'owner@example.com'
export const ownerPassword = 'seven quiet herons over the harbour'

/** An empty database of its own on a real server, with an Owner, for programs of the distributed shape. */
export type World = AsyncDisposable & {
  readonly env: Environment
  readonly cwd: string
  /** Runs a statement on the database, for what no surface offers. */
  readonly sql: (text: string, values?: unknown[]) => Promise<{ [column: string]: unknown }[]>
  /** Adds an account without a password. */
  readonly addMember: (email: string) => Promise<string>
  /** A key of an account, without the notice that creating one sends. */
  readonly createKey: (email: string) => Promise<{ id: string; key: string }>
  readonly close: () => Promise<void>
}

const newSecrets = () => `test:${randomBytes(32).toString('base64')}`

/** As `ken init-owner` leaves an empty database. Nothing in it depends on the secrets. */
const withOwner = () =>
  filledDatabase('owner', async (url) => {
    using home = emptyHome()
    const options = { cwd: home.path, env: { KEN_DATABASE_URL: url, KEN_SECRETS: newSecrets() } }
    await kenJson(['init-owner', '--email', ownerEmail, '--password', ownerPassword], options)
  })

export async function distributedWorld({ redis = false, owner = true } = {}): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const home = opened.use(emptyHome())
  const database = opened.adopt(await (owner ? withOwner() : freshDatabase()), ({ close }) =>
    close(),
  )
  const client = opened.adopt(new Client({ connectionString: database.url }), async (open) =>
    open.end(),
  )
  await client.connect()
  const redisUrl = redis ? (await testRedis()).url : null
  const env: Environment = {
    KEN_DATABASE_URL: database.url,
    KEN_SECRETS: newSecrets(),
    ...(redisUrl === null ? {} : { KEN_REDIS_URL: redisUrl }),
  }
  const options = { env, cwd: home.path }
  const sql: World['sql'] = async (text, values = []) => (await client.query(text, values)).rows
  const kept = opened.move()
  const close = () => kept.disposeAsync()
  return {
    ...options,
    sql,
    addMember: async (email) => {
      const id = randomUUID()
      await sql(`insert into users (id, email, name, role) values ($1, $2, $2, 'Member')`, [
        id,
        email,
      ])
      return id
    },
    createKey: async (email) => {
      const { plain, digest, prefix } = randomApiKeySource().newApiKey()
      const id = randomUUID()
      await sql(
        `insert into api_keys (id, owner_id, name, key_hash, prefix)
         select $1, id, 'test', $2, $3 from users where email = $4`,
        [id, digest, prefix, email],
      )
      return { id, key: plain }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
