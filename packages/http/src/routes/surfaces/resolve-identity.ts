import { z } from '@hono/zod-openapi'
import { resolveIdentity } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { surfaceAuthentication, surfaceOf } from '../../security/surface-authentication.ts'
import { delayedRefusal } from './delayed-refusal.ts'
import { externalIdField, linkedResponse, linkedView } from './linked-view.ts'

const emailLengthMax = 254

const requestSchema = z
  .strictObject({
    external_id: externalIdField,
    email: z.string().max(emailLengthMax).optional().openapi({
      description:
        'An address that the platform has verified. It links no one: only Ken’s own bot of the workspace chat may match addresses.',
    }),
  })
  .openapi('ResolveIdentity')

/** Looks up the account of an external identity. */
export const resolveIdentityRoute = defineRoute(
  {
    operationId: 'resolveIdentity',
    method: 'post',
    path: '/api/v1/surfaces/resolve',
    tags: ['Surfaces'],
    summary: 'Check whether a sender is linked',
    description:
      'For service keys. The response is the same for everyone who is not linked, whether or not Ken knows them.',
    guard: surfaceAuthentication,
    request: jsonRequest(requestSchema, { external_id: 'U0123', email: 'ada@example.com' }),
    responses: {
      200: linkedResponse,
    },
    problems: ['identity.not_linked'],
  },
  async (context, { ken }) => {
    const { external_id: externalId, email: verifiedEmail = null } = context.req.valid('json')
    const resolved = resolveIdentity(ken.ports, {
      actor: surfaceOf(context),
      externalId,
      verifiedEmail,
      bot: null,
    })
    const outcome = await delayedRefusal(resolved)
    return outcome.ok
      ? respondJson(context, linkedView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
