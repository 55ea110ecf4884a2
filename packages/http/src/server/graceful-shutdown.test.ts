import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { toolCall } from '../testing/mcp-clients.ts'
import { rawClient, rawRequest } from '../testing/raw-client.ts'
import { get, serve, sized, validBody } from '../testing/served.ts'

/** The status of a GET through an agent that may keep its connection. */
async function statusOf(url: string, agent: Agent): Promise<number> {
  const [response] = (await once(request(url, { agent }).end(), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

/** An index in which a search takes until it is let go. */
function heldIndex() {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const searchText = async () => {
    reached.resolve()
    await held.promise
    return []
  }
  return {
    release: held.resolve,
    reached: reached.promise,
    ports: { searchIndex: { searchText, supportsVectors: async () => false } as never },
  }
}

describe('R89 closing', () => {
  it('resets none of 20 clients that send one request after another', async () => {
    const served = await serve({ leadMs: 100, drainMs: 5_000 })
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const ends: string[] = []
    const statuses = new Set<number>()
    const clients = Array.from({ length: 20 }, async () => {
      for (;;) {
        try {
          statuses.add(await statusOf(`${served.url}/healthz`, agent))
        } catch (error) {
          return ends.push((error as NodeJS.ErrnoException).code ?? String(error))
        }
      }
    })
    while (statuses.size === 0) await statusOf(`${served.url}/healthz`, agent)
    await served.server.close()
    await Promise.all(clients)
    agent.destroy()
    expect(ends).toEqual(Array(20).fill('ECONNREFUSED'))
    expect([...statuses]).toEqual([200])
    expect(served.ports.log.lines.at(-1)).toMatchObject({
      event: 'http.stopped',
      fields: { cut: 0 },
    })
  })

  it('reports not ready and asks clients to connect elsewhere before it refuses connections', async () => {
    const served = await serve({ leadMs: 1_000, drainMs: 5_000 })
    const kept = rawClient(served.port)
    kept.send(get('/readyz', 'Host: ken'))
    expect((await kept.nextResponse()).head).toMatch(/^connection: keep-alive$/im)
    const closing = served.server.close()
    kept.send(get('/readyz', 'Host: ken'))
    for (const response of [
      await kept.nextResponse(),
      await rawRequest(served.port, get('/readyz', 'Host: ken')),
    ]) {
      expect(response.status).toBe(503)
      expect(response.head).toMatch(/^connection: close$/im)
      expect(response.body).toContain('"draining"')
    }
    await Promise.all([closing, kept.closed])
  })

  it('asks the client of a stream to connect elsewhere, too', async () => {
    const served = await serve({ leadMs: 1_000, drainMs: 5_000 })
    const question = JSON.stringify(toolCall('ask', { question: 'printer' }))
    const asked = [
      'POST /mcp HTTP/1.1',
      'Host: ken.example.com',
      `Authorization: Bearer ${served.key}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${question.length}`,
    ].join('\r\n')
    const headTo = async (sent: string) => {
      const { head } = await rawRequest(served.port, sent)
      expect(head).toMatch(/^content-type: text\/event-stream$/im)
      return head
    }
    expect(await headTo(`${asked}\r\n\r\n${question}`)).toMatch(/^connection: keep-alive$/im)
    const leaving = `${asked}\r\nConnection: close\r\n\r\n${question}`
    expect(await headTo(leaving)).toMatch(/^connection: close$/im)
    const closing = served.server.close()
    expect(await headTo(`${asked}\r\n\r\n${question}`)).toMatch(/^connection: close$/im)
    await closing
  })

  it('responds to requests in flight and closes idle connections', async () => {
    const held = heldIndex()
    const served = await serve({ drainMs: 5_000 }, { ports: held.ports })
    const [idle, busy, pipelined] = [
      rawClient(served.port),
      rawClient(served.port),
      rawClient(served.port),
    ]
    idle.send(get('/healthz', 'Host: ken'))
    await idle.nextResponse()
    busy.send(sized(served.key, validBody))
    pipelined.send(sized(served.key, validBody) + get('/readyz', 'Host: ken'))
    await held.reached

    const closing = served.server.close()
    await idle.closed
    await expect(fetch(`${served.url}/healthz`)).rejects.toThrow('fetch failed')
    held.release()
    const response = await busy.nextResponse()
    expect(response.status).toBe(200)
    expect(response.head).toMatch(/^connection: close$/im)
    expect((await pipelined.nextResponse()).status).toBe(200)
    await Promise.all([closing, busy.closed, pipelined.closed])
    await served.server.close()
  })

  it('aborts requests that take longer than the drain', async () => {
    const held = heldIndex()
    const served = await serve({ drainMs: 100 }, { ports: held.ports })
    const stuck = rawClient(served.port)
    stuck.send(sized(served.key, validBody))
    await held.reached
    const half = rawClient(served.port)
    half.send('GET / HT')
    await served.server.close()
    expect(await Promise.all([stuck.closed, half.closed])).toHaveLength(2)
    held.release()
  })
})
