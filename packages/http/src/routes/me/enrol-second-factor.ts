import { enrolSecondFactor } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { emptyRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { enrolmentSchema, enrolmentView } from '../enrolment-view.ts'

/** Starts the enrolment of a second factor, even if the role requires one. */
export const enrolSecondFactorRoute = defineRoute(
  {
    operationId: 'enrolSecondFactor',
    method: 'post',
    path: '/api/v1/me/mfa/enrol',
    tags: ['Own account'],
    summary: 'Get a secret for an authenticator',
    description:
      'The secret has no effect until it is confirmed with a code, and is replaced by the next one.',
    guard: sessionAuthentication({ allowedGate: 'sign_in.second_factor_required' }),
    request: emptyRequest,
    responses: {
      200: jsonResponse(
        'The secret. Another request replaces it; nothing is enabled yet.',
        enrolmentSchema,
      ),
    },
    problems: ['account.changes_exhausted', 'second_factor.enabled'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await enrolSecondFactor(ken.ports, { actor })
    return outcome.ok
      ? respondJson(context, enrolmentView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
