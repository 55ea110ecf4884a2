import { createRoute, z } from '@hono/zod-openapi'
import { resolveIdentity } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { surfaceAuthentication, surfaceOf, surfaceProblems } from '../../security/surface-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { withAllowance } from '../with-allowance.ts'
import { externalIdField, linkedAnswer, linkedView } from './linked-view.ts'
import { pacedRefusal } from './paced-refusal.ts'

const emailLengthMax = 254

const requestSchema = z
  .strictObject({
    external_id: externalIdField,
    email: z.string().max(emailLengthMax).optional().openapi({
      description: 'An address that the platform itself has verified. It links on `workspace_chat` only.',
    }),
  })
  .openapi('ResolveIdentity')

/** Whether an external identity acts as an account. */
export const resolveIdentityRoute = createRoute({
  operationId: 'resolveIdentity',
  method: 'post',
  path: '/api/v1/surfaces/resolve',
  tags: ['Surfaces'],
  summary: 'Ask whether somebody is linked',
  security: [{ serviceKey: [] }],
  request: jsonRequest(requestSchema, { external_id: 'U0123', email: 'ada@example.com' }),
  responses: withAllowance({
    200: linkedAnswer,
    ...problemResponses('identity.not_linked', ...surfaceProblems, ...bodyProblems),
  }),
})

/** Serves the answer. */
export const mountResolveIdentity = (app: SurfaceApp, surface: Surface) =>
  mount(app, resolveIdentityRoute, [surfaceAuthentication(surface)], async (context) => {
    const { external_id: externalId, email: verifiedEmail = null } = context.req.valid('json')
    const resolved = resolveIdentity(surface.ken.ports, { actor: surfaceOf(context), externalId, verifiedEmail })
    const outcome = await pacedRefusal(resolved)
    return outcome.ok ? answerJson(context, linkedView(outcome.value), 200) : problem(context, outcome.error)
  })
