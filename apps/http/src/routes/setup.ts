import { createRoute, z } from '@hono/zod-openapi'
import { isSetUp, setUpOwner } from '@ken/core'
import { answerJson } from '../answer.ts'
import { answerNotFound } from '../errors/not-found.ts'
import { problem, problemResponses } from '../errors/problems.ts'
import { setupPage } from '../pages/setup-page.ts'
import { deviceOf } from '../request/origin.ts'
import { sameOrigin } from '../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { accountSchema, accountView } from './account-view.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from './declarations.ts'
import { mount } from './mount.ts'
import { signInStepSchema, takeStep } from './sign-in/sign-in-step-view.ts'

/** The first launch: the first Owner, who goes on to sign in. */
export const setupRoute = createRoute({
  operationId: 'setUpOwner',
  method: 'post',
  path: '/setup',
  tags: ['Sign-in'],
  summary: 'Make the first Owner',
  security: [],
  request: jsonRequest(
    z.strictObject({ email: z.string(), password: z.string(), name: z.string().optional() }).openapi('SetUpRequest'),
    { email: 'ada@example.com', password: 'lantern quartz meadow violin', name: 'Ada Lovelace' },
  ),
  responses: {
    201: jsonAnswer(
      'The first Owner, and the session or what to do next.',
      z.object({ user: accountSchema }).and(signInStepSchema),
    ),
    ...problemResponses(
      'account.already_set_up',
      'account.email_invalid',
      'account.name_invalid',
      'password.rejected',
      'http.cross_site',
      ...bodyProblems,
    ),
  },
})

/** First launch. Once somebody has an account, every method on `/setup` is as unknown as any address (R49). */
export const mountSetup = (app: SurfaceApp, surface: Surface) => {
  const { config, ports } = surface.ken
  app.use(setupRoute.path, async (context, next) => {
    if (await isSetUp(ports)) return answerNotFound(context)
    await next()
    return undefined
  })
  app.get(setupRoute.path, async (context) => context.html(await setupPage()))
  mount(app, setupRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const from = deviceOf(context, surface)
    const actor = { kind: 'anonymous', via: 'web', ...from.origin } as const
    const outcome = await setUpOwner(ports, { actor, from, ...context.req.valid('json') })
    if (!outcome.ok) return problem(context, outcome.error)
    const { account, step } = outcome.value
    // There is a step wherever there is a browser.
    return answerJson(context, { user: accountView(account), ...takeStep(context, surface, step!) }, 201)
  })
}
