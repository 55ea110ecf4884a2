import { expect, it } from 'vitest'
import { knowsResourceLinks } from './revisions.ts'

const negotiated = (revision?: string) => ({
  server: { getNegotiatedProtocolVersion: () => revision },
})
const overHttp = (headers: Record<string, string>, envelope?: object) =>
  knowsResourceLinks(negotiated(), {
    http: { req: new Request('http://ken.example.com/mcp', { headers }) },
    mcpReq: { envelope },
  })
const overStdio = (revision: string) => knowsResourceLinks(negotiated(revision), { mcpReq: {} })

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
