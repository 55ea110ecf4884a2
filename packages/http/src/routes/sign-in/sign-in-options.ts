import { z } from '@hono/zod-openapi'
import { isSetUp, showOrganisation } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { anyone } from '../../security/guard.ts'

/** Shows the options of the sign-in page. */
export const signInOptionsRoute = defineRoute(
  {
    operationId: 'getSignInOptions',
    method: 'get',
    path: '/api/v1/auth/options',
    tags: ['Sign-in'],
    summary: 'Show the sign-in options',
    description: 'Says what the sign-in page can offer, such as resetting a password by email.',
    guard: anyone,
    responses: {
      200: jsonResponse(
        'The options.',
        z
          .object({
            setup_needed: z.boolean().openapi({
              description: 'No account exists yet: `/setup` creates the first Owner.',
            }),
            forgot_password: z
              .boolean()
              .openapi({ description: 'Reset links can be sent by email.' }),
            organisation_name: z
              .string()
              .nullable()
              .openapi({ description: 'The name of the organisation; null if it is not set.' }),
            providers: z.array(z.enum(['local'])),
          })
          .openapi('SignInOptions'),
      ),
    },
  },
  async (context, { ken: { ports } }) => {
    const setupNeeded = !(await isSetUp(ports))
    // Reset links are sent by email.
    const forgotPassword = ports.mailer !== null
    return respondJson(
      context,
      {
        setup_needed: setupNeeded,
        forgot_password: forgotPassword,
        organisation_name: await showOrganisation(ports),
        providers: ['local' as const],
      },
      200,
    )
  },
)
