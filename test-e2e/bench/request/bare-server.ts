import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Redis } from 'ioredis'
import { hash } from 'node:crypto'
import { Pool } from 'pg'

/**
 * What requests are measured against. `hello`: the bare framework. `skeleton`: the least that a request with a key
 * needs, one named look-up and then one count in Redis, without any rule.
 */
const [kind, databaseUrl, redisUrl] = process.argv.slice(2)

const lookUp = {
  name: 'look_up',
  text: 'select id, owner_id, revoked_at, expires_at, sources from api_keys where key_hash = $1',
}
const count = `
local taken = redis.call('incr', KEYS[1])
if taken == 1 then redis.call('pexpire', KEYS[1], 60000) end
return {taken, redis.call('pttl', KEYS[1])}
`

function skeleton(database: string, limits: string): Hono {
  const pool = new Pool({ connectionString: database, max: 10 })
  const redis = new Redis(limits)
  redis.defineCommand('countCall', { numberOfKeys: 1, lua: count })
  const counting = redis as unknown as { countCall: (key: string) => Promise<[number, number]> } // Defined above.
  return new Hono().post('/search', async (context) => {
    const key = context.req.header('authorization')?.slice('Bearer '.length) ?? ''
    const { rows } = await pool.query({ ...lookUp, values: [hash('sha256', key)] })
    if (rows[0] === undefined) return context.text('unknown', 401)
    const [taken] = await counting.countCall(`ken-bench:${rows[0].id}`)
    return taken > 1_000_000 ? context.text('too many', 429) : context.json({ results: [] })
  })
}

const app =
  kind === 'skeleton'
    ? skeleton(databaseUrl!, redisUrl!)
    : new Hono().get('/hello', (context) => context.text('hello'))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
