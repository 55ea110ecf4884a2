import { describe, expect, it } from 'vitest'
import type { ApiApp } from '../api-context.ts'
import { withDeclaredResponses } from './declared-responses.ts'

const answer = { results: [], degraded: false }
const problem = {
  type: '/public/v1/docs#NOT_FOUND',
  title: 'Not found.',
  status: 503,
  detail: 'There is nothing.',
  code: 'NOT_FOUND',
  request_id: '0d3f6a52-5f0e-4a39-9c1b-6a54c1c0a3de',
}

/** The response to a search from an app that always sends this. */
async function searched(status: number, body: object | null, type = 'application/json') {
  const text = body === null ? null : JSON.stringify(body)
  const response = new Response(text, { status, headers: { 'content-type': type } })
  const bare = { fetch: async () => response } as unknown as ApiApp // Nothing else of an app is used.
  const app = withDeclaredResponses(bare)
  return app.fetch(new Request('http://ken/public/v1/search', { method: 'POST' }))
}

describe('withDeclaredResponses', () => {
  it('passes on what is declared, and leaves it unread', async () => {
    expect(await (await searched(200, answer)).json()).toEqual(answer)
  })

  it.each(
    [
      { name: 'the status 404', sent: searched(404, problem, 'application/problem+json') },
      { name: 'text/csv', sent: searched(200, answer, 'text/csv') },
      { name: 'another body', sent: searched(200, { results: [] }) },
      { name: 'a field', sent: searched(200, { ...answer, took_ms: 7 }) },
      { name: 'the code NOT_FOUND', sent: searched(503, problem, 'application/problem+json') },
    ].map(({ name, sent }) => ({ name, sent: sent.catch((error: unknown) => error) })),
  )('throws for $name', async ({ name, sent }) => {
    expect(await sent).toMatchObject({ message: expect.stringContaining(name) })
  })
})
