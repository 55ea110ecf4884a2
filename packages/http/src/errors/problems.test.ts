import { z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { respondNoContent, respondJson } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import { anyone } from '../security/guard.ts'
import { sessionAuthentication } from '../security/session-authentication.ts'
import { pointerTo } from './field-error.ts'
import { problemTable } from './problem-table.ts'
import { problem, renderProblem } from './problems.ts'

describe('R74 problem details', () => {
  it('carry the members of RFC 9457 and only those that apply', () => {
    const { status, headers, body } = renderProblem(
      { code: 'key.rate_limited', limit: 60, resetSeconds: 7 },
      { requestId: 'an id', mountPath: '' },
    )
    expect(status).toBe(429)
    expect(headers).toEqual({
      'Content-Type': 'application/problem+json',
      'Retry-After': '7',
      'RateLimit-Policy': '"key";q=60;w=60',
      RateLimit: '"key";r=0;t=7',
    })
    expect(JSON.parse(body)).toEqual({
      type: '/public/v1/docs#RATE_LIMITED',
      title: 'Too many requests.',
      status: 429,
      detail: 'The key may send 60 requests per minute. Try again in 7 s.',
      code: 'RATE_LIMITED',
      request_id: 'an id',
      retry_after_seconds: 7,
    })
  })

  it('name every fault of a password, for people and for programs', () => {
    const { status, body } = renderProblem(
      { code: 'password.rejected', reasons: ['too_short', 'breached'] },
      { requestId: 'an id', mountPath: '' },
    )
    expect(status).toBe(422)
    expect(JSON.parse(body)).toMatchObject({
      code: 'PASSWORD_REJECTED',
      reasons: ['too_short', 'breached'],
      errors: [
        { pointer: '#/password', detail: 'must have at least 8 characters' },
        { pointer: '#/password', detail: expect.stringContaining('data breach') },
      ],
    })
  })

  it('have one title and one status per wire code wherever the code comes from', () => {
    const rows = Object.values(problemTable)
    const spoken = new Set(rows.map(({ code, status, title }) => `${code} ${status} ${title}`))
    expect(spoken.size).toBe(new Set(rows.map(({ code }) => code)).size)
  })

  it('write pointers as URI fragments and stop before a key that cannot be repeated', () => {
    expect(pointerTo(['a/b', 0, 'c~d', 'é "'])).toBe('#/a~1b/0/c~0d/%C3%A9%20%22')
    expect(pointerTo([])).toBe('#')
    expect(pointerTo(['a', '\ud800', 'b'])).toBe('#/a')
    expect(pointerTo(['a', 'k'.repeat(101), 'b'])).toBe('#/a')
  })
})

/** Never runs: whether it compiles is the test. */
export function typesOnly(): void {
  const declared = { tags: [], summary: '', guard: anyone, path: '/', operationId: '' } as const
  const content = { 'application/json': { schema: z.object({ id: z.string() }) } }
  const shown = {
    ...declared,
    method: 'get',
    responses: { 200: { description: '', content } },
    problems: ['account.email_invalid', 'key.not_found'],
  } as const
  defineRoute(shown, (context) => respondJson(context, { id: '' }, 200))
  defineRoute(shown, (context) => problem(context, { code: 'key.not_found' }))
  defineRoute(shown, (context) => problem(context, { code: 'http.internal' }))
  // @ts-expect-error another status than declared
  defineRoute(shown, (context) => problem(context, { code: 'key.limit_reached', limit: 1 }))
  // @ts-expect-error the same status and wire code, but another failure than declared
  defineRoute(shown, (context) => problem(context, { code: 'account.name_invalid' }))
  // @ts-expect-error another body than declared
  defineRoute(shown, (context) => respondJson(context, { name: '' }, 200))
  // @ts-expect-error another status than declared, with the declared body
  defineRoute(shown, (context) => respondJson(context, { id: '' }, 201))
  // @ts-expect-error a failure of another guard
  defineRoute(shown, (context) => problem(context, { code: 'session.refused' }))
  const guarded = { ...shown, guard: sessionAuthentication() }
  defineRoute(guarded, (context) => problem(context, { code: 'session.refused' }))

  const done = { ...declared, method: 'delete', responses: { 204: { description: '' } } } as const
  defineRoute(done, (context) => respondNoContent(context))
  // @ts-expect-error a failure that is not declared, beside a response without a body
  defineRoute(done, (context) => problem(context, { code: 'key.refused' }))
  // @ts-expect-error only a route that accepts the key fails with this
  defineRoute(done, (context) => problem(context, { code: 'http.idempotency_key_invalid' }))
  const retried = { ...done, takesIdempotencyKey: true } as const
  defineRoute(retried, (context) => problem(context, { code: 'http.idempotency_key_invalid' }))
  // @ts-expect-error only a route with a body fails with this
  defineRoute(done, (context) => problem(context, { code: 'http.not_acceptable' }))
}
