import { createRoute } from '@hono/zod-openapi'
import { enrolSecondFactor } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { enrolmentSchema, enrolmentView } from '../enrolment-view.ts'
import { mount } from '../mount.ts'

/** A second factor of one's own begins. */
export const enrolSecondFactorRoute = createRoute({
  operationId: 'enrolSecondFactor',
  method: 'post',
  path: '/api/v1/me/mfa/enrol',
  tags: ['Own account'],
  summary: 'Get a secret for an authenticator',
  security: [{ accessToken: [] }],
  request: emptyRequest,
  responses: {
    200: jsonAnswer('The secret. Asking again replaces it; nothing is enabled yet.', enrolmentSchema),
    ...problemResponses('second_factor.enabled', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the secret, also to who must have a second factor. */
export const mountEnrolSecondFactor = (app: SurfaceApp, surface: Surface) =>
  mount(
    app,
    enrolSecondFactorRoute,
    [sessionAuthentication(surface, { wayOutOf: 'sign_in.second_factor_required' })],
    async (context) => {
      const { actor } = callerOf(context)
      const outcome = await enrolSecondFactor(surface.ken.ports, { actor })
      return outcome.ok ? answerJson(context, enrolmentView(outcome.value), 200) : problem(context, outcome.error)
    },
  )
