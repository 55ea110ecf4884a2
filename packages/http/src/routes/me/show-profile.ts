import { z } from '@hono/zod-openapi'
import { showProfile, type Profile } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { accountSchema, accountView } from '../account-view.ts'

const profileSchema = accountSchema
  .extend({
    mfa: z.object({
      enabled: z.boolean(),
      required: z.boolean().openapi({
        description: 'The role requires two-factor authentication, so it cannot be disabled.',
      }),
    }),
  })
  .openapi('Profile')

const profileView = ({
  account,
  secondFactorRequired,
}: Profile): z.infer<typeof profileSchema> => ({
  ...accountView(account),
  mfa: { enabled: account.mfaEnabledAt !== null, required: secondFactorRequired },
})

/** Shows the caller's account. */
export const showProfileRoute = defineRoute(
  {
    operationId: 'showProfile',
    method: 'get',
    path: '/api/v1/me',
    tags: ['Own account'],
    summary: 'Show your account',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: {
      200: jsonResponse('The account.', profileSchema),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await showProfile(ken.ports, { actor })
    return outcome.ok
      ? respondJson(context, profileView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
