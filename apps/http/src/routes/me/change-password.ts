import { createRoute, z } from '@hono/zod-openapi'
import { changePassword } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { inNewPassword } from '../../errors/failure.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'

/** A new password of one's own. */
export const changePasswordRoute = createRoute({
  operationId: 'changePassword',
  method: 'post',
  path: '/api/v1/auth/password/change',
  tags: ['Own account'],
  summary: 'Change the own password',
  security: [{ accessToken: [] }],
  request: jsonRequest(
    z.strictObject({ current_password: z.string(), new_password: z.string() }).openapi('PasswordChangeRequest'),
    { current_password: 'the password so far', new_password: 'lantern quartz meadow violin' },
  ),
  responses: {
    204: { description: 'Changed. Every other session has ended.' },
    ...problemResponses(
      'password.current_wrong',
      'password.guesses_exhausted',
      'password.rejected',
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the change, also to who must make it. */
export const mountChangePassword = (app: SurfaceApp, surface: Surface) =>
  mount(
    app,
    changePasswordRoute,
    [sessionAuthentication(surface, { wayOutOf: 'sign_in.password_change_required' })],
    async (context) => {
      const { current_password: currentPassword, new_password: newPassword } = context.req.valid('json')
      const { actor } = callerOf(context)
      const outcome = await changePassword(surface.ken.ports, { actor, currentPassword, newPassword })
      if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
      surface.deviceCookie.give(context, outcome.value.deviceToken)
      return answerDone(context)
    },
  )
