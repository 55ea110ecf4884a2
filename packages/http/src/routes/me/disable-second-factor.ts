import { disableSecondFactor } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondNoContent } from '../../respond.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import {
  ownSecondFactorProblems,
  secondFactorProofOf,
  secondFactorRequest,
} from '../second-factor-proof.ts'

/** Disables the caller's second factor. */
export const disableSecondFactorRoute = defineRoute(
  {
    operationId: 'disableSecondFactor',
    method: 'post',
    path: '/api/v1/me/mfa/disable',
    tags: ['Own account'],
    summary: 'Disable two-factor authentication',
    description:
      'Requires a one-time code or a recovery code. Refused if your role requires two-factor authentication.',
    guard: sessionAuthentication(),
    request: secondFactorRequest,
    responses: {
      204: { description: 'Disabled. The recovery codes no longer work.' },
    },
    problems: ['second_factor.mandatory', ...ownSecondFactorProblems],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await disableSecondFactor(ken.ports, {
      actor,
      proof: secondFactorProofOf(context.req.valid('json')),
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
