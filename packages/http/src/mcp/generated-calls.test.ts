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
  fc.string({ maxLength: 40, unit: 'binary' }),
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

it('S5 answers 10,000 generated tool calls without a fault, in less than 100 ms each', async () => {
  const ports = { keyLimiter: boundless, messageLimiter: boundless }
  const { app, key, ports: world } = await httpWorld({ ports })
  const spentMs: number[] = []
  await postMessage(app, toolCall('search', { query: 'vpn' }), key) // Loads the tools.
  for (const [name, input] of fc.sample(fc.tuple(tool, args), { numRuns: 10_000, seed: 43 })) {
    const begun = process.cpuUsage()
    const response = await postMessage(app, toolCall(name, input), key)
    const text = await response.text()
    const { user, system } = process.cpuUsage(begun)
    spentMs.push((user + system) / 1_000)
    expect(response.status).toBeLessThan(500)
    expect(text).not.toContain('Something went wrong')
  }
  // The garbage collector runs in a few of them.
  expect(spentMs.toSorted((one, other) => one - other).at(-10)).toBeLessThan(100)
  expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})
