import { z } from '@hono/zod-openapi'
import { refreshSession } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { deviceLabel } from '../../request/device-label.ts'
import { originOf } from '../../request/origin.ts'
import { respondJson, respondNoContent } from '../../respond.ts'
import { emptyRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOriginWithRefreshCookie } from '../../security/same-origin.ts'
import { accountSchema, accountView } from '../account-view.ts'

const preference = 'optional-session'
/** The preference in a list, such as `respond-async, optional-session`. */
const preferenceForm = new RegExp(`(?:^|,)[ \\t]*${preference}[ \\t]*(?:[,;]|$)`, 'i')

/** RFC 7240: a client that only asks whether there is a session gets no refusal if there is none. */
const preferHeader = z.object({
  prefer: z
    .string()
    .optional()
    .openapi({
      description: `With \`${preference}\`, a request without a refresh cookie returns 204 and not 401, so that browsers log no failure. A cookie that is refused returns 401 all the same.`,
      example: preference,
    }),
})

/**
 * Exchanges the refresh cookie for an access token and the next refresh token. A refusal does not delete the cookie,
 * because another tab may have replaced it.
 */
export const refreshSessionRoute = defineRoute(
  {
    operationId: 'refreshSession',
    method: 'post',
    path: '/refresh',
    tags: ['Sign-in'],
    summary: 'Get a new access token',
    description:
      'Uses the cookie and replaces it. Within ten seconds, the replaced cookie returns the same successor.',
    guard: sameOriginWithRefreshCookie,
    request: { ...emptyRequest, headers: preferHeader },
    responses: {
      200: jsonResponse(
        'The access token. The next refresh token is in the cookie.',
        z
          .object({
            access_token: z.string(),
            token_type: z.literal('Bearer'),
            expires_in: z.int(),
            user: accountSchema,
          })
          .openapi('RefreshedSession'),
      ),
      204: {
        description: 'There is no refresh cookie, and the request prefers `optional-session`.',
      },
    },
    problems: ['session.refused'],
  },
  async (context, { ken: { ports }, deviceCookie, refreshCookie }) => {
    const presented = refreshCookie.read(context)
    if (presented === null) {
      if (!preferenceForm.test(context.req.header('prefer') ?? ''))
        return problem(context, { code: 'session.refused' })
      return respondNoContent(context)
    }
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
    return respondJson(context, body, 200)
  },
)
