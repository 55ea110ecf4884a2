import { renewRecoveryCodes } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import {
  ownSecondFactorProblems,
  secondFactorProofOf,
  secondFactorRequest,
} from '../second-factor-proof.ts'

/** Replaces the caller's recovery codes. */
export const renewRecoveryCodesRoute = defineRoute(
  {
    operationId: 'renewRecoveryCodes',
    method: 'post',
    path: '/api/v1/me/mfa/recovery-codes',
    tags: ['Own account'],
    summary: 'Renew your recovery codes',
    description:
      'Requires a one-time code or a recovery code. The earlier recovery codes no longer work.',
    guard: sessionAuthentication(),
    request: secondFactorRequest,
    responses: {
      200: jsonResponse(
        'The new codes, shown only once. The old ones no longer work.',
        recoveryCodesSchema,
      ),
    },
    problems: ownSecondFactorProblems,
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await renewRecoveryCodes(ken.ports, {
      actor,
      proof: secondFactorProofOf(context.req.valid('json')),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    return respondJson(context, { recovery_codes: [...outcome.value.recoveryCodes] }, 200)
  },
)
