import { createRoute, z } from '@hono/zod-openapi'
import { resetPassword } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { inNewPassword } from '../../errors/failure.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { exampleChallenge } from './sign-in-step-view.ts'

/** A new password by the link of a mail. */
export const resetPasswordRoute = createRoute({
  operationId: 'resetPassword',
  method: 'post',
  path: '/api/v1/auth/password/reset',
  tags: ['Sign-in'],
  summary: 'Set a new password with the token of a link',
  description: 'Every session ends, and nobody is signed in: sign in with the new password.',
  security: [],
  request: jsonRequest(z.strictObject({ token: z.string(), new_password: z.string() }).openapi('ResetPasswordRequest'), {
    token: exampleChallenge,
    new_password: 'lantern quartz meadow violin',
  }),
  responses: {
    204: { description: 'Set. The person is told by mail.' },
    ...problemResponses('account.token_invalid', 'password.rejected', 'http.cross_site', ...bodyProblems),
  },
})

/** Serves it. */
export const mountResetPassword = (app: SurfaceApp, { deviceCookie, ken: { config, ports } }: Surface) =>
  mount(app, resetPasswordRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const { token, new_password: newPassword } = context.req.valid('json')
    const actor = { kind: 'anonymous', via: 'web', ...originOf(context) } as const
    const deviceToken = deviceCookie.read(context)
    const outcome = await resetPassword(ports, { actor, token, newPassword, deviceToken })
    if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
    deviceCookie.give(context, outcome.value.deviceToken)
    return answerDone(context)
  })
