import { createRoute, z } from '@hono/zod-openapi'
import { setForcedPassword } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { inNewPassword } from '../../errors/failure.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { exampleChallenge, signInStepSchema, stageProblems, takeStep } from './sign-in-step-view.ts'

/** The third stage: a password of one's own in place of a temporary one. */
export const setForcedPasswordRoute = createRoute({
  operationId: 'setForcedPassword',
  method: 'post',
  path: '/login/password',
  tags: ['Sign-in'],
  summary: 'Replace a temporary password',
  security: [],
  request: jsonRequest(z.strictObject({ challenge: z.string(), new_password: z.string() }).openapi('ForcedPasswordRequest'), {
    challenge: exampleChallenge,
    new_password: 'lantern quartz meadow violin',
  }),
  responses: {
    200: jsonAnswer('The session, or what to do next.', signInStepSchema),
    ...problemResponses('password.rejected', ...stageProblems),
  },
})

/** Serves the third stage. */
export const mountSetForcedPassword = (app: SurfaceApp, surface: Surface) =>
  mount(app, setForcedPasswordRoute, [sameOrigin(surface.ken.config.baseUrl)], async (context) => {
    const { challenge, new_password: newPassword } = context.req.valid('json')
    const from = deviceOf(context, surface)
    const outcome = await setForcedPassword(surface.ken.ports, { challenge, newPassword, ...from })
    if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
    return answerJson(context, takeStep(context, surface, outcome.value), 200)
  })
