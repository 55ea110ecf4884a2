import { z } from '@hono/zod-openapi'
import { confirmSecondFactor } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import { ownSecondFactorProblems } from '../second-factor-proof.ts'

/** Enables the caller's second factor, even if the role requires one. */
export const confirmSecondFactorRoute = defineRoute(
  {
    operationId: 'confirmSecondFactor',
    method: 'post',
    path: '/api/v1/me/mfa/confirm',
    tags: ['Own account'],
    summary: 'Enable two-factor authentication with the first code',
    description: 'Returns the recovery codes, once. From now on, signing in requires a code.',
    guard: sessionAuthentication({ allowedGate: 'sign_in.second_factor_required' }),
    request: jsonRequest(
      z.strictObject({ code: z.string() }).openapi('ConfirmSecondFactorRequest'),
      {
        code: '492039',
      },
    ),
    responses: {
      200: jsonResponse('Enabled. The recovery codes are shown only once.', recoveryCodesSchema),
    },
    problems: ownSecondFactorProblems,
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await confirmSecondFactor(ken.ports, {
      actor,
      ...context.req.valid('json'),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    return respondJson(context, { recovery_codes: [...outcome.value.recoveryCodes] }, 200)
  },
)
