import { createRoute } from '@hono/zod-openapi'
import { renewRecoveryCodes } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer } from '../declarations.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import { mount } from '../mount.ts'
import { ownFactorProblems, proofOf, proofRequest } from '../proof.ts'

/** Recovery codes in place of the old ones. */
export const renewRecoveryCodesRoute = createRoute({
  operationId: 'renewRecoveryCodes',
  method: 'post',
  path: '/api/v1/me/mfa/recovery-codes',
  tags: ['Own account'],
  summary: 'Get new recovery codes',
  security: [{ accessToken: [] }],
  request: proofRequest,
  responses: {
    200: jsonAnswer('The new codes, shown this once. The old ones are void.', recoveryCodesSchema),
    ...problemResponses(...ownFactorProblems),
  },
})

/** Serves new codes, against a fresh proof. */
export const mountRenewRecoveryCodes = (app: SurfaceApp, surface: Surface) =>
  mount(app, renewRecoveryCodesRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await renewRecoveryCodes(surface.ken.ports, { actor, proof: proofOf(context.req.valid('json')) })
    if (!outcome.ok) return problem(context, outcome.error)
    return answerJson(context, { recovery_codes: [...outcome.value.recoveryCodes] }, 200)
  })
