import { expect, it } from 'vitest'
import { knowsResourceLinks } from './revisions.ts'

type Call = Parameters<typeof knowsResourceLinks>

const overHttp = (headers: Record<string, string>, envelope?: object) => {
  const http = { req: new Request('http://ken.example.com/mcp', { headers }) }
  return knowsResourceLinks(
    { server: { getNegotiatedProtocolVersion: () => undefined } } as unknown as Call[0], // all that it reads
    { http, mcpReq: { envelope } } as unknown as Call[1], // all that it reads
  )
}
const overStdio = (negotiated: string) =>
  knowsResourceLinks(
    { server: { getNegotiatedProtocolVersion: () => negotiated } } as unknown as Call[0], // all that it reads
    { mcpReq: {} } as unknown as Call[1], // all that it reads
  )

it('links sources from the revision 2025-06-18 on', () => {
  for (const revision of ['2025-06-18', '2025-11-25']) {
    expect(overHttp({ 'mcp-protocol-version': revision })).toBe(true)
    expect(overStdio(revision)).toBe(true)
  }
  expect(overHttp({ 'mcp-protocol-version': '2026-07-28' }, {})).toBe(true)
  expect(overHttp({}, {})).toBe(true)
})

it('links none in 2025-03-26, which is the revision of a message over HTTP that names none', () => {
  expect(overHttp({})).toBe(false)
  expect(overHttp({ 'mcp-protocol-version': '2025-03-26' })).toBe(false)
  expect(overStdio('2025-03-26')).toBe(false)
})
