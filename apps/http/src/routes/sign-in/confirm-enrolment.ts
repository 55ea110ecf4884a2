import { createRoute, z } from '@hono/zod-openapi'
import { confirmEnrolment } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import { mount } from '../mount.ts'
import { exampleChallenge, signInStepSchema, stageProblems, takeStep } from './sign-in-step-view.ts'

/** The fourth stage ends: the first code of the authenticator. */
export const confirmEnrolmentRoute = createRoute({
  operationId: 'confirmEnrolment',
  method: 'post',
  path: '/login/mfa/confirm',
  tags: ['Sign-in'],
  summary: 'Enable the second factor with its first code',
  security: [],
  request: jsonRequest(z.strictObject({ challenge: z.string(), code: z.string() }).openapi('ConfirmEnrolmentRequest'), {
    challenge: exampleChallenge,
    code: '492039',
  }),
  responses: {
    200: jsonAnswer('The recovery codes, and the session or what to do next.', recoveryCodesSchema.and(signInStepSchema)),
    ...problemResponses(...stageProblems),
  },
})

/** Serves the end of the fourth stage. */
export const mountConfirmEnrolment = (app: SurfaceApp, surface: Surface) =>
  mount(app, confirmEnrolmentRoute, [sameOrigin(surface.ken.config.baseUrl)], async (context) => {
    const from = deviceOf(context, surface)
    const outcome = await confirmEnrolment(surface.ken.ports, { ...context.req.valid('json'), ...from })
    if (!outcome.ok) return problem(context, outcome.error)
    const { step, recoveryCodes } = outcome.value
    return answerJson(context, { recovery_codes: [...recoveryCodes], ...takeStep(context, surface, step) }, 200)
  })
