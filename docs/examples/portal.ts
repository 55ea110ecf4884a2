// A portal that contains Ken: one call opens it, its pages and API are below `/ken`, and the portal searches for the
// people whom it has authenticated itself.
//
//   KEN_DATA_DIR=./data PORT=8080 PORTAL_PEOPLE='{"a-session-of-ada": "ada@example.com"}' node portal.ts
//   curl -H 'Authorization: Bearer a-session-of-ada' 'http://localhost:8080/find?q=vpn'
import { authenticatePortalUser, findAccount, operator, search } from '@ken/core'
import { embedKen, jsonLog } from '@ken/http'
import { startWorker } from '@ken/worker'
import { createServer, type IncomingMessage } from 'node:http'

const port = Number(process.env['PORT'] ?? 8080)
const KEN_BASE_URL = `http://localhost:${port}/ken`
const log = jsonLog({ stream: process.stderr, level: 'warn' })
const ken = await embedKen({ settings: { ...process.env, KEN_BASE_URL }, log })
const worker = await startWorker({ ken: ken.ken, roles: ['worker', 'scheduler'] })

/** Stands in for the sessions of the portal: the address of a person, by the secret of the session. */
const people = new Map(Object.entries(JSON.parse(process.env['PORTAL_PEOPLE'] ?? '{}') as object))

/** The titles that the person of a session finds; null without a person who may use Ken. */
async function find({ headers, socket }: IncomingMessage, query: string) {
  const email: unknown = people.get(headers.authorization?.replace('Bearer ', '') ?? '')
  if (typeof email !== 'string') return null
  const account = await findAccount(ken.ports, { actor: operator, email })
  if (!account.ok) return null
  // Roles and groups are read now. Keep nothing of it for the next request.
  const origin = { address: socket.remoteAddress ?? null, requestId: null }
  const person = await authenticatePortalUser(ken.ports, { userId: account.value.id, origin })
  if (!person.ok) return null
  const { actor, visibility } = person.value
  const found = await search(ken.ports, { userId: actor.userId, visibility, query })
  return found.ok ? found.value.results.map(({ title }) => title) : []
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', KEN_BASE_URL)
  if (pathname === '/ken' || pathname.startsWith('/ken/')) return ken.listener(request, response)
  if (pathname === '/') return response.end('The portal')
  if (pathname !== '/find') return response.writeHead(404).end()
  find(request, searchParams.get('q') ?? '').then(
    (titles) => response.writeHead(titles === null ? 401 : 200).end(JSON.stringify({ titles })),
    (error: Error) => {
      log.error('portal.failed', { message: error.message })
      response.writeHead(500).end()
    },
  )
})
server.listen(port, '127.0.0.1')

/** Refuses new requests, finishes those that run, then closes the worker and the connections. */
async function stop(): Promise<void> {
  ken.drain()
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
  await new Promise((resolve) => server.close(resolve))
  await worker.close()
  await ken.close()
}
process.once('SIGTERM', () => void stop())
