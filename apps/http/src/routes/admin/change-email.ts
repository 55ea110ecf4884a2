import { createRoute, z } from '@hono/zod-openapi'
import { changeEmail, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems, personSchema, personView } from './person-view.ts'

/** A change of the address. */
export const changeEmailRoute = createRoute({
  operationId: 'changeEmail',
  method: 'put',
  path: '/api/v1/admin/users/{id}/email',
  tags: ['Administration'],
  summary: 'Give a person another address',
  description: 'Their sessions end, and both addresses are told.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...jsonRequest(z.strictObject({ email: z.string() }), { email: 'ada@example.com' }) },
  responses: {
    200: jsonAnswer('The person as they are now.', personSchema),
    ...problemResponses('account.email_invalid', 'account.email_taken', ...personBodyProblems),
  },
})

/** Serves it. */
export const mountChangeEmail = (app: SurfaceApp, surface: Surface) =>
  mount(app, changeEmailRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await changeEmail(surface.ken.ports, { actor, userId, email: context.req.valid('json').email })
    return outcome.ok ? answerJson(context, personView(outcome.value), 200) : problem(context, outcome.error)
  })
