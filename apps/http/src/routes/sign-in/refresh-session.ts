import { createRoute, z } from '@hono/zod-openapi'
import { refreshSession } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceLabel } from '../../request/device-label.ts'
import { originOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'

/** The refresh cookie for a new access token and the next refresh token. */
export const refreshSessionRoute = createRoute({
  operationId: 'refreshSession',
  method: 'post',
  path: '/refresh',
  tags: ['Sign-in'],
  summary: 'Get a new access token',
  security: [{ refreshCookie: [] }],
  request: emptyRequest,
  responses: {
    200: jsonAnswer(
      'The access token. The next refresh token is in the cookie.',
      z
        .object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int(), user: accountSchema })
        .openapi('RefreshedSession'),
    ),
    ...problemResponses('session.refused', 'http.cross_site', ...bodyProblems),
  },
})

/** Serves the refresh. Who is refused keeps the cookie: another tab may have a new one in it by now. */
export const mountRefreshSession = (app: SurfaceApp, { ken: { config, ports }, deviceCookie, refreshCookie }: Surface) =>
  mount(app, refreshSessionRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const presented = refreshCookie.read(context)
    if (presented === null) return problem(context, { code: 'session.refused' })
    const device = deviceLabel(context.req.header('user-agent'))
    const outcome = await refreshSession(ports, {
      presented,
      origin: originOf(context),
      device,
      deviceToken: deviceCookie.read(context),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { user, accessToken, expiresInSeconds, refreshToken, rememberMe } = outcome.value
    refreshCookie.give(context, refreshToken, rememberMe)
    deviceCookie.give(context, outcome.value.deviceToken)
    const body = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      user: accountView(user),
    } as const
    return answerJson(context, body, 200)
  })
