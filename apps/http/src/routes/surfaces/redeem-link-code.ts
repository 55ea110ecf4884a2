import { createRoute, z } from '@hono/zod-openapi'
import { redeemLinkCode } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { surfaceAuthentication, surfaceOf, surfaceProblems } from '../../security/surface-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { withAllowance } from '../with-allowance.ts'
import { externalIdField, linkedAnswer, linkedView } from './linked-view.ts'
import { pacedRefusal } from './paced-refusal.ts'

const codeLengthMax = 200

const requestSchema = z
  .strictObject({
    external_id: externalIdField,
    code: z.string().max(codeLengthMax).openapi({ description: 'What the person sent, in any case and with any blanks.' }),
  })
  .openapi('RedeemLinkCode')

/** The link of an external identity, by a code that its owner sent to the surface. */
export const redeemLinkCodeRoute = createRoute({
  operationId: 'redeemLinkCode',
  method: 'post',
  path: '/api/v1/surfaces/link',
  tags: ['Surfaces'],
  summary: 'Link the sender of a code to an account',
  description:
    'Tell everybody who is refused the same words. An external id has 5 wrong codes in 10 minutes, a source 1,000; then right ones are refused, too.',
  security: [{ serviceKey: [] }],
  request: jsonRequest(requestSchema, { external_id: 'U0123', code: '7Q2M-X0KD' }),
  responses: withAllowance({
    200: linkedAnswer,
    ...problemResponses('identity.not_linked', ...surfaceProblems, ...bodyProblems),
  }),
})

/** Serves the link. */
export const mountRedeemLinkCode = (app: SurfaceApp, surface: Surface) =>
  mount(app, redeemLinkCodeRoute, [surfaceAuthentication(surface)], async (context) => {
    const { external_id: externalId, code } = context.req.valid('json')
    const redeemed = redeemLinkCode(surface.ken.ports, { actor: surfaceOf(context), externalId, code })
    const outcome = await pacedRefusal(redeemed)
    return outcome.ok ? answerJson(context, linkedView(outcome.value), 200) : problem(context, outcome.error)
  })
