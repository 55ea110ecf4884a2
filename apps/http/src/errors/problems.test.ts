import { createRoute } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { answerDone } from '../answer.ts'
import { mount } from '../routes/mount.ts'
import type { SurfaceApp } from '../surface.ts'
import { pointerTo } from './field-fault.ts'
import { problemTable } from './problem-table.ts'
import { problem, problemResponses, renderProblem } from './problems.ts'

describe('R74 problem details', () => {
  it('carry the members of RFC 9457 and only those that apply', () => {
    const { status, headers, body } = renderProblem({ code: 'key.rate_limited', limit: 60, resetSeconds: 7 }, 'an id')
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
    })
  })

  it('name every fault of a password, for people and for programs', () => {
    const { status, body } = renderProblem({ code: 'password.rejected', reasons: ['too_short', 'breached'] }, 'an id')
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
export function typesOnly(app: SurfaceApp): void {
  const route = createRoute({ method: 'get', path: '/', responses: problemResponses('account.email_invalid', 'key.not_found') })
  mount(app, route, [], (context) => problem(context, { code: 'key.not_found' }))
  // @ts-expect-error another status than declared
  mount(app, route, [], (context) => problem(context, { code: 'key.limit_reached', limit: 1 }))
  // @ts-expect-error the same status and wire code, but another failure than declared
  mount(app, route, [], (context) => problem(context, { code: 'account.name_invalid' }))
  // @ts-expect-error an answer that is not declared at all
  mount(app, route, [], (context) => context.json({}, 200))
  const done = createRoute({
    method: 'delete',
    path: '/',
    responses: { 204: { description: '' }, ...problemResponses('key.not_found') },
  })
  mount(app, done, [], (context) => answerDone(context))
  // @ts-expect-error another failure than declared, beside an answer without a body
  mount(app, done, [], (context) => problem(context, { code: 'key.refused' }))
}
