import { Unavailable } from '@ken/core'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../api.ts'
import { respond } from '../../respond.ts'
import { httpWorld } from '../../testing/http-world.ts'
import { registerChatRoutes, type ChatRoute } from './chat-route.ts'

const path = '/chat/test/events'

/** An app with an address that takes what is posted with a proof. */
async function open(take: (body: string) => Promise<void> = async () => {}) {
  const { app, ports } = await httpWorld()
  const route: ChatRoute = {
    path,
    handlerOf: () => async (context, readPosted) => {
      if (context.req.header('x-proof') !== 'valid') return null
      const body = await readPosted()
      await take(typeof body === 'string' ? body : body.toString())
      return respond(context, null, 200, {})
    },
  }
  registerChatRoutes(app, [route], {} as Api) // The handler needs nothing of it.
  const post = (body: string, headers: { readonly [name: string]: string } = {}) =>
    app.request(path, { method: 'POST', body, headers: { 'x-proof': 'valid', ...headers } })
  return { app, ports, post }
}

/** All of a response but what differs with every request. */
async function shown(response: Response) {
  const headers = new Headers(response.headers)
  headers.delete('x-request-id')
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, '')
  return { status: response.status, headers: [...headers], body }
}

describe('registerChatRoutes', () => {
  it('responds as if there were no route to every request without proof, with every method', async () => {
    const { app } = await open()
    for (const method of ['POST', 'GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      for (const accept of ['application/json', 'text/html']) {
        const [there, elsewhere] = await Promise.all(
          [path, '/chat/test/other'].map(async (address) =>
            shown(await app.request(address, { method, headers: { accept } })),
          ),
        )
        expect(there).toEqual(elsewhere)
        expect(there?.status).toBe(404)
      }
  })

  it('responds with nothing but a status, and names the route in the log', async () => {
    const taken: string[] = []
    const { post, ports } = await open(async (body) => void taken.push(body))
    const response = await post('a message')
    expect([response.status, await response.text(), taken]).toEqual([200, '', ['a message']])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const logged = ports.log.lines.at(-1)
    expect(logged).toMatchObject({ event: 'http.request', fields: { route: path, status: 200 } })
  })

  it.for([new Error('a defect'), new Unavailable('database', 'It is unavailable.')])(
    'responds 503 when it cannot take, for every cause: %s',
    async (error) => {
      const { post } = await open(async () => {
        throw error
      })
      const response = await post('canary')
      expect(response.status).toBe(503)
      expect(await response.text()).not.toMatch(/canary|defect/)
    },
  )

  it('reads at most 1 MiB', async () => {
    const taken: string[] = []
    const { post } = await open(async (body) => void taken.push(body))
    const largest = 'x'.repeat(1024 * 1024)
    await post(largest)
    const response = await post(`${largest}x`)
    expect(taken.map((body) => body.length)).toEqual([largest.length, 'too_large'.length])
    expect(response.headers.get('connection')).toBe('close')
  })

  it('holds few long bodies in memory at once, and takes short ones meanwhile', async () => {
    const { app, post } = await open()
    const ended: (() => void)[] = []
    /** A request of 64 KiB and more that has not come whole. */
    const begin = async () =>
      app.request(path, {
        method: 'POST',
        headers: { 'x-proof': 'valid' },
        body: new ReadableStream({
          start: (controller) => {
            controller.enqueue(new Uint8Array(64 * 1024))
            ended.push(() => controller.close())
          },
        }),
        duplex: 'half',
      })
    const long = Array.from({ length: 16 }, begin)
    expect((await begin()).status).toBe(503)
    expect((await post('short', { 'content-length': '5' })).status).toBe(200)
    for (const end of ended) end()
    for (const response of await Promise.all(long)) expect(response.status).toBe(200)
    expect((await post('x'.repeat(70_000))).status).toBe(200)
  })
})
