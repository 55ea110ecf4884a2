import { createRoute, z } from '@hono/zod-openapi'
import { confirmSecondFactor } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import { mount } from '../mount.ts'
import { ownFactorProblems } from '../proof.ts'

/** A second factor of one's own is enabled. */
export const confirmSecondFactorRoute = createRoute({
  operationId: 'confirmSecondFactor',
  method: 'post',
  path: '/api/v1/me/mfa/confirm',
  tags: ['Own account'],
  summary: 'Enable the second factor with its first code',
  security: [{ accessToken: [] }],
  request: jsonRequest(z.strictObject({ code: z.string() }).openapi('ConfirmSecondFactorRequest'), { code: '492039' }),
  responses: {
    200: jsonAnswer('Enabled. The recovery codes are shown this once.', recoveryCodesSchema),
    ...problemResponses(...ownFactorProblems),
  },
})

/** Serves the confirmation, also to who must have a second factor. */
export const mountConfirmSecondFactor = (app: SurfaceApp, surface: Surface) =>
  mount(
    app,
    confirmSecondFactorRoute,
    [sessionAuthentication(surface, { wayOutOf: 'sign_in.second_factor_required' })],
    async (context) => {
      const { actor } = callerOf(context)
      const outcome = await confirmSecondFactor(surface.ken.ports, { actor, ...context.req.valid('json') })
      if (!outcome.ok) return problem(context, outcome.error)
      return answerJson(context, { recovery_codes: [...outcome.value.recoveryCodes] }, 200)
    },
  )
