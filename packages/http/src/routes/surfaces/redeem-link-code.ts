import { z } from '@hono/zod-openapi'
import { redeemLinkCode } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { surfaceAuthentication, surfaceOf } from '../../security/surface-authentication.ts'
import { delayedRefusal } from './delayed-refusal.ts'
import { externalIdField, linkedResponse, linkedView } from './linked-view.ts'

const codeLengthMax = 200

const requestSchema = z
  .strictObject({
    external_id: externalIdField,
    code: z.string().max(codeLengthMax).openapi({
      description: 'The code that the person sent, in upper or lower case, with or without spaces.',
    }),
  })
  .openapi('RedeemLinkCode')

/** Links an external identity to the account whose link code it sent. */
export const redeemLinkCodeRoute = defineRoute(
  {
    operationId: 'redeemLinkCode',
    method: 'post',
    path: '/api/v1/surfaces/link',
    tags: ['Surfaces'],
    summary: 'Link the sender of a code to an account',
    description:
      'Send the same text to everyone who is refused. After 5 wrong codes of an external id in 10 minutes, or 1,000 of a platform, correct codes are refused, too.',
    guard: surfaceAuthentication,
    request: jsonRequest(requestSchema, { external_id: 'U0123', code: '7Q2M-X0KD' }),
    responses: {
      200: linkedResponse,
    },
    problems: ['identity.not_linked'],
  },
  async (context, { ken }) => {
    const { external_id: externalId, code } = context.req.valid('json')
    const redeemed = redeemLinkCode(ken.ports, {
      actor: surfaceOf(context),
      externalId,
      code,
      bot: null,
    })
    const outcome = await delayedRefusal(redeemed)
    return outcome.ok
      ? respondJson(context, linkedView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
