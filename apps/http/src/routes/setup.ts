import { createRoute, z } from '@hono/zod-openapi'
import { isSetUp, setUpOwner } from '@ken/core'
import { answerJson } from '../answer.ts'
import { problem, problemResponses } from '../errors/problems.ts'
import { setupPage } from '../pages/setup-page.ts'
import { jsonBodyProblems } from '../request/json-body.ts'
import { sameOrigin } from '../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { accountSchema, accountView } from './account-view.ts'
import { mount } from './mount.ts'

const setupRoute = createRoute({
  method: 'post',
  path: '/setup',
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: z.strictObject({ email: z.string(), password: z.string(), name: z.string().optional() }) },
      },
    },
  },
  responses: {
    201: { description: 'The first Owner.', content: { 'application/json': { schema: z.object({ user: accountSchema }) } } },
    ...problemResponses(
      ...jsonBodyProblems,
      'account.already_set_up',
      'account.email_invalid',
      'account.name_invalid',
      'http.cross_site',
      'password.rejected',
    ),
  },
})

/** First launch (SPEC 5.2.2). Once somebody has an account, every method on `/setup` is as unknown as any address (R49). */
export const mountSetup = (app: SurfaceApp, { ken: { config, ports } }: Surface) => {
  app.use(setupRoute.path, async (context, next) => {
    if (await isSetUp(ports)) return problem(context, { code: 'account.already_set_up' })
    await next()
    return undefined
  })
  app.get(setupRoute.path, async (context) => context.html(await setupPage()))
  mount(app, setupRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const origin = { address: context.get('address'), requestId: context.get('requestId') }
    const outcome = await setUpOwner(ports, {
      actor: { kind: 'anonymous', via: 'web', ...origin },
      ...context.req.valid('json'),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    return answerJson(context, { user: accountView(outcome.value) }, 201)
  })
}
