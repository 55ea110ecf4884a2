import { createRoute, z } from '@hono/zod-openapi'
import { signIn } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { signInStepSchema, stageProblems, takeStep } from './sign-in-step-view.ts'

/** The first stage: who it is. */
export const signInRoute = createRoute({
  operationId: 'signIn',
  method: 'post',
  path: '/login',
  tags: ['Sign-in'],
  summary: 'Sign in with address and password',
  security: [],
  request: jsonRequest(
    z.strictObject({ email: z.string(), password: z.string(), remember_me: z.boolean().optional() }).openapi('SignInRequest'),
    { email: 'ada@example.com', password: 'lantern quartz meadow violin', remember_me: true },
  ),
  responses: {
    200: jsonAnswer('The session, or what to do next.', signInStepSchema),
    ...problemResponses(...stageProblems),
  },
})

/** Serves the first stage. */
export const mountSignIn = (app: SurfaceApp, surface: Surface) =>
  mount(app, signInRoute, [sameOrigin(surface.ken.config.baseUrl)], async (context) => {
    const { email, password, remember_me: rememberMe = false } = context.req.valid('json')
    const from = deviceOf(context, surface)
    const outcome = await signIn(surface.ken.ports, { email, password, rememberMe, ...from })
    return outcome.ok ? answerJson(context, takeStep(context, surface, outcome.value), 200) : problem(context, outcome.error)
  })
