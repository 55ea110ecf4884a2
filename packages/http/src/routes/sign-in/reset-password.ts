import { z } from '@hono/zod-openapi'
import { resetPassword } from '@ken/core'
import { inNewPassword } from '../../errors/failure.ts'
import { problem } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { respondNoContent } from '../../respond.ts'
import { jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { exampleChallenge } from './sign-in-step-view.ts'

/** Sets a new password with the token of an emailed link. */
export const resetPasswordRoute = defineRoute(
  {
    operationId: 'resetPassword',
    method: 'post',
    path: '/api/v1/auth/password/reset',
    tags: ['Sign-in'],
    summary: 'Set a new password with the token of a link',
    description: 'All sessions end. Sign in with the new password.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ token: z.string(), new_password: z.string() })
        .openapi('ResetPasswordRequest'),
      {
        token: exampleChallenge,
        new_password: 'lantern quartz meadow violin',
      },
    ),
    responses: {
      204: { description: 'Set. The person is notified by email.' },
    },
    problems: ['account.token_invalid', 'password.rejected'],
  },
  async (context, { deviceCookie, ken: { ports } }) => {
    const { token, new_password: newPassword } = context.req.valid('json')
    const actor = { kind: 'anonymous', via: 'web', ...originOf(context) } as const
    const deviceToken = deviceCookie.read(context)
    const outcome = await resetPassword(ports, { actor, token, newPassword, deviceToken })
    if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
    deviceCookie.give(context, outcome.value.deviceToken)
    return respondNoContent(context)
  },
)
