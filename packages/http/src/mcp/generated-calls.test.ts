import { mcpServer } from '@ken/mcp-tools'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { anyCharacter } from '@ken/core/testing/any-character'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { postMessage, toolCall } from '../testing/mcp-clients.ts'

const boundless = {
  take: async () => ({
    key: { allowed: true, limit: 60, remaining: 60, resetSeconds: 60 },
    person: null,
  }),
}

const junk = fc.oneof(
  fc.string({ maxLength: 40, unit: anyCharacter }),
  fc.constantFrom('', '..', '%00', "'; drop table users", '\ud800', '𝒳'.repeat(2_001), '__proto__'),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)
const args = fc.oneof(
  fc.record(
    {
      query: junk,
      question: junk,
      id: junk,
      limit: junk,
      offset: junk,
      sources: fc.oneof(junk, fc.array(junk, { maxLength: 60 })),
      version: junk,
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.string({ maxLength: 10 }), junk, { maxKeys: 5 }),
  junk,
)
const tool = fc.oneof(fc.constantFrom('search', 'fetch', 'ask'), fc.string({ maxLength: 12 }))

/** Arguments of a tool of which some are valid. */
const nearly = (valid: { readonly [name: string]: fc.Arbitrary<unknown> }) =>
  fc.record(
    Object.fromEntries(
      Object.entries(valid).map(([name, value]) => [
        name,
        fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: junk }),
      ]),
    ),
    { requiredKeys: [] },
  )
const words = fc.string({ maxLength: 60, unit: 'grapheme' })
const sources = fc.array(fc.string({ maxLength: 70 }), { maxLength: 60 })
const calls: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(tool, args),
  fc.tuple(
    fc.constant('search'),
    nearly({ query: words, limit: fc.integer({ max: 60 }), sources }),
  ),
  fc.tuple(fc.constant('ask'), nearly({ question: words, sources })),
  fc.tuple(
    fc.constant('fetch'),
    nearly({ id: fc.uuid(), offset: fc.integer({ max: 3_000_000 }), version: words }),
  ),
)

/** A call of the contract that a tool made. */
type Passed = { readonly operation: string; readonly body: Record<string, unknown> }

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length > 0 && Array.from(value).length <= max
const isWhole = (value: unknown, min: number, max: number): boolean =>
  value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
const areSources = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length > 0 && value.every((source) => isText(source, 63)))

const isValid = ({ operation, body: { query, question, id, ...rest } }: Passed): boolean =>
  operation === 'read'
    ? /^[0-9a-f-]{36}$/i.test(String(id)) && isWhole(rest['offset'], 0, 2_000_000)
    : isText(operation === 'search' ? query : question, operation === 'search' ? 2_000 : 8_000) &&
      isWhole(rest['limit'], 1, 50) &&
      areSources(rest['sources'])

it('S5 calls the contract only with valid arguments of 5,000 generated tool calls, in less than 100 ms each', async () => {
  const passed: Passed[] = []
  const pass = (operation: string) => async (body: object) => {
    passed.push({ operation, body: { ...body } })
    return { ok: true as const, body: null }
  }
  const contract = { search: pass('search'), ask: pass('ask'), read: pass('read') }
  const [near, far] = InMemoryTransport.createLinkedPair()
  await mcpServer({ contract, baseUrl: 'http://ken.example.com' }).connect(far)
  const answered = (message: object) =>
    new Promise<object>((resolve) => {
      Object.assign(near, { onmessage: resolve })
      void near.send(message as Parameters<typeof near.send>[0])
    })
  const spentMs: number[] = []
  for (const [name, input] of fc.sample(calls, { numRuns: 5_000, seed: 43 })) {
    const begun = process.cpuUsage()
    const { error } = (await answered(toolCall(name, input))) as { error?: { code: number } }
    const { user, system } = process.cpuUsage(begun)
    spentMs.push((user + system) / 1_000)
    expect(error?.code ?? -32_602).toBe(-32_602)
  }
  // The garbage collector runs in a few of them.
  expect(spentMs.toSorted((one, other) => one - other).at(-10)).toBeLessThan(100)
  expect(passed.length).toBeGreaterThan(100)
  expect(passed.filter((call) => !isValid(call))).toEqual([])
})

const method = fc.constantFrom(
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/get',
  'logging/setLevel',
  'completion/complete',
  'subscriptions/listen',
  'server/discover',
)
const params = fc.oneof(
  fc.record({ uri: junk, cursor: junk, protocolVersion: junk, capabilities: junk, _meta: junk }),
  junk,
)
const message = fc.oneof(
  calls.map(([name, input]) => toolCall(name, input)),
  fc.record({ jsonrpc: fc.constant('2.0'), id: junk, method, params }),
  fc.record({ jsonrpc: junk, id: junk, method: junk }),
)

it('S5 answers 600 generated messages over HTTP without a fault', async () => {
  const ports = { keyLimiter: boundless, messageLimiter: boundless }
  const { app, key, ports: world } = await httpWorld({ ports })
  for (const body of fc.sample(message, { numRuns: 600, seed: 44 })) {
    const response = await postMessage(app, JSON.stringify(body), key)
    const text = await response.text()
    expect(response.status).toBeLessThan(500)
    expect(text).not.toMatch(/Something went wrong|-32603/)
  }
  expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})
