import { describe, expect, it } from 'vitest'
import { rawClient, rawRequest } from './testing/raw-client.ts'
import { get, isAlive, judge, problem, search, serve, sized, sound } from './testing/served.ts'

describe('R76 bodies on the wire', () => {
  it('are capped, announced or not, in one piece or trickling, and the connection closes', async () => {
    const searches: string[] = []
    const searchIndex = {
      searchText: async (query: string) => (searches.push(query), []),
      supportsVectors: async () => false,
    } as never
    const served = await serve({}, { ports: { searchIndex } })
    const { port, key } = served
    const large = JSON.stringify({ query: 'a', more: 'x'.repeat(200_000) })
    const chunk = 'x'.repeat(1_024)
    const messages = [
      sized(key, large),
      search(key, '', 'Content-Length: 10000000'),
      search(key, `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
      search(key, `400\r\n${chunk}\r\n`.repeat(65), 'Transfer-Encoding: chunked'),
    ]
    for (const message of messages) {
      const client = rawClient(port)
      client.send(message)
      const answer = await client.answer()
      expect(judge(answer)).toEqual(problem(413))
      expect(answer.head).toMatch(/^connection: close$/im)
      await client.closed
    }
    expect(searches).toEqual([])
    expect(await isAlive(served)).toBe(true)
  })

  it('are refused with 400 when their length is told twice, differently, or falsely', async () => {
    const served = await serve()
    const { port, key } = served
    const refused = [
      search(key, `13\r\n${sound}\r\n0\r\n\r\n`, 'Content-Length: 19', 'Transfer-Encoding: chunked'),
      search(key, sound, 'Content-Length: 19', 'Content-Length: 20'),
      search(key, sound, 'Content-Length: -1'),
      search(key, sound, 'Content-Length: 1e3'),
      search(key, `zz\r\n${sound}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
    ]
    for (const message of refused) expect(judge(await rawRequest(port, message))).toEqual(problem(400))
    const short = rawClient(port)
    short.send(search(key, sound, 'Content-Length: 10'))
    expect(judge(await short.answer())).toEqual(problem(400))
    await short.closed
    expect(await isAlive(served)).toBe(true)
  })

  it('may end half-way without an answer, an error line or harm', async () => {
    const served = await serve()
    const client = rawClient(served.port)
    client.send(search(served.key, '{"que', 'Content-Length: 19'))
    expect(await isAlive(served)).toBe(true)
    client.socket.destroy()
    await client.closed
    expect(await isAlive(served)).toBe(true)
    expect(served.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('whose sender left before anybody came to read leave nothing waiting', async () => {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const take = async () => {
      reached.resolve()
      await held.promise
      return { key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }, person: null }
    }
    const served = await serve({}, { ports: { keyLimiter: { take } } })
    const client = rawClient(served.port)
    client.send(search(served.key, '{"que', 'Content-Length: 19'))
    await reached.promise
    client.socket.destroy()
    await client.closed
    expect(await isAlive(served)).toBe(true)
    held.resolve()
    expect(await isAlive(served)).toBe(true)
    const statuses = served.ports.log.lines.filter(({ fields }) => fields['route'] === '/public/v1/search')
    expect(statuses.map(({ fields }) => fields['status'])).toEqual([400])
  })

  it('with headers past 16 KiB are refused', async () => {
    const served = await serve()
    expect(judge(await rawRequest(served.port, get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(20_000)}`)))).toEqual(
      problem(431),
    )
    expect((await rawRequest(served.port, get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(15_000)}`))).status).toBe(200)
  })
})
