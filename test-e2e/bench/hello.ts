import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The limit that requests are measured against: the bare framework. */
const app = new Hono().get('/hello', (context) => context.text('hello'))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
