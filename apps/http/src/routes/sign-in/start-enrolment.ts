import { createRoute, z } from '@hono/zod-openapi'
import { startEnrolment } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { enrolmentSchema, enrolmentView } from '../enrolment-view.ts'
import { mount } from '../mount.ts'
import { exampleChallenge, stageProblems } from './sign-in-step-view.ts'

/** The fourth stage begins: a second factor for a role that requires one. */
export const startEnrolmentRoute = createRoute({
  operationId: 'startEnrolment',
  method: 'post',
  path: '/login/mfa/enrol',
  tags: ['Sign-in'],
  summary: 'Get a secret for an authenticator',
  security: [],
  request: jsonRequest(z.strictObject({ challenge: z.string() }).openapi('EnrolmentRequest'), { challenge: exampleChallenge }),
  responses: {
    200: jsonAnswer('The secret. Asking again replaces it.', enrolmentSchema),
    ...problemResponses(...stageProblems),
  },
})

/** Serves the beginning of the fourth stage. */
export const mountStartEnrolment = (app: SurfaceApp, { ken: { config, ports } }: Surface) =>
  mount(app, startEnrolmentRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const outcome = await startEnrolment(ports, { ...context.req.valid('json'), origin: originOf(context) })
    return outcome.ok ? answerJson(context, enrolmentView(outcome.value), 200) : problem(context, outcome.error)
  })
