import { anyCharacter } from '@ken/core/testing/any-character'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { httpWorld, postJson } from '../testing/http-world.ts'

const path = '/public/v1/search'
const json = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('the body of POST /public/v1/search', () => {
  it.each([
    {
      name: 'no query',
      body: {},
      error: { pointer: '#/query', detail: 'is required and must be a string' },
    },
    {
      name: 'an empty query',
      body: { query: '' },
      error: { pointer: '#/query', detail: 'must have at least 1 character' },
    },
    {
      name: 'a blank query',
      body: { query: '  ' },
      error: { pointer: '#/query', detail: 'must have 1 to 2000 characters and not only blanks' },
    },
    {
      name: 'a query too long',
      body: { query: 'a'.repeat(2_001) },
      error: { pointer: '#/query', detail: 'must have at most 2000 characters' },
    },
    {
      name: 'an array for a query',
      body: { query: ['a'] },
      error: { pointer: '#/query', detail: 'must be a string' },
    },
    {
      name: 'limit 0',
      body: { query: 'a', limit: 0 },
      error: { pointer: '#/limit', detail: 'must be at least 1' },
    },
    {
      name: 'limit 51',
      body: { query: 'a', limit: 51 },
      error: { pointer: '#/limit', detail: 'must be at most 50' },
    },
    {
      name: 'limit 1.5',
      body: { query: 'a', limit: 1.5 },
      error: { pointer: '#/limit', detail: 'must be a whole number' },
    },
    {
      name: 'limit as text',
      body: { query: 'a', limit: '5' },
      error: { pointer: '#/limit', detail: 'must be a number' },
    },
    {
      name: 'limit null',
      body: { query: 'a', limit: null },
      error: { pointer: '#/limit', detail: 'must be a number' },
    },
    {
      name: 'no sources',
      body: { query: 'a', sources: [] },
      error: { pointer: '#/sources', detail: 'must have at least 1 entry' },
    },
    {
      name: 'too many sources',
      body: { query: 'a', sources: Array.from({ length: 51 }, (_, place) => `s${place}`) },
      error: { pointer: '#/sources', detail: 'must have at most 50 entries' },
    },
    {
      name: 'a source that is not a name',
      body: { query: 'a', sources: ['wiki', 'A b'] },
      error: {
        pointer: '#/sources',
        detail: 'must be names of lower-case letters, digits, "-" and "_"',
      },
    },
    {
      name: 'sources as text',
      body: { query: 'a', sources: 'wiki' },
      error: { pointer: '#/sources', detail: 'must be an array' },
    },
    {
      name: 'sources null',
      body: { query: 'a', sources: null },
      error: { pointer: '#/sources', detail: 'must be an array' },
    },
    { name: 'an array', body: [], error: { pointer: '#', detail: 'must be an object' } },
    { name: 'null', body: null, error: { pointer: '#', detail: 'must be an object' } },
    { name: 'text', body: '"query"', error: { pointer: '#', detail: 'must be an object' } },
  ])('refuses $name and says where', async ({ body, error }) => {
    const { app, key } = await httpWorld()
    const response = await app.request(path, postJson(body, key))
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [error],
    })
  })

  it('reports at most twenty errors', async () => {
    const { app, key } = await httpWorld()
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`field${index}`, 1]))
    const { errors } = await json(await app.request(path, postJson({ query: 'a', ...many }, key)))
    expect(errors).toHaveLength(20)
  })

  it('repeats no value of the request', async () => {
    const { app, key } = await httpWorld()
    const response = await app.request(
      path,
      postJson({ query: 5, limit: 'canary-value', other: 'canary-value' }, key),
    )
    expect(await response.text()).not.toContain('canary')
  })

  it('R75 never responds 5xx, for any body', async () => {
    const { app, key } = await httpWorld({ ports: { keyLimiter: boundless } })
    const body = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.uint8Array({ maxLength: 60 }),
      fc
        .record({ query: fc.anything(), limit: fc.anything(), sources: fc.anything() })
        .map((value) => {
          try {
            return JSON.stringify(value) ?? ''
          } catch {
            return ''
          }
        }),
      fc.string({ unit: anyCharacter }).map((query) => JSON.stringify({ query })),
    )
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const init = {
          ...postJson('', key),
          body: typeof sent === 'string' ? sent : Buffer.from(sent),
        }
        const { status } = await app.request(path, init)
        expect([200, 400]).toContain(status)
      }),
      { numRuns: Number(process.env['KEN_TEST_FUZZ_RUNS'] ?? 300) },
    )
  })
})

const plenty = { allowed: true, limit: 60, remaining: 60, resetSeconds: 60 }
const boundless = { take: async () => ({ key: plenty, person: plenty }) }
