import { z } from '@hono/zod-openapi'
import { changePassword } from '@ken/core'
import { inNewPassword } from '../../errors/failure.ts'
import { problem } from '../../errors/problems.ts'
import { respondNoContent } from '../../respond.ts'
import { jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

/** Changes the caller's password, permanent or temporary. */
export const changePasswordRoute = defineRoute(
  {
    operationId: 'changePassword',
    method: 'post',
    path: '/api/v1/auth/password/change',
    tags: ['Own account'],
    summary: 'Change your password',
    description: 'Requires the current password. Ends all other sessions; API keys keep working.',
    guard: sessionAuthentication({ allowedGate: 'sign_in.password_change_required' }),
    request: jsonRequest(
      z
        .strictObject({ current_password: z.string(), new_password: z.string() })
        .openapi('PasswordChangeRequest'),
      { current_password: 'the password so far', new_password: 'lantern quartz meadow violin' },
    ),
    responses: {
      204: { description: 'Changed. All other sessions have ended.' },
    },
    problems: ['password.current_wrong', 'password.guesses_exhausted', 'password.rejected'],
  },
  async (context, api) => {
    const { current_password: currentPassword, new_password: newPassword } =
      context.req.valid('json')
    const { actor } = callerOf(context)
    const outcome = await changePassword(api.ken.ports, {
      actor,
      currentPassword,
      newPassword,
    })
    if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
    api.deviceCookie.give(context, outcome.value.deviceToken)
    return respondNoContent(context)
  },
)
