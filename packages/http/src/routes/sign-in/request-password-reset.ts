import { z } from '@hono/zod-openapi'
import { requestPasswordReset } from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { problem } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { respondAccepted } from '../../respond.ts'
import { jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'

/** Sends a link to a person who forgot the password. */
export const requestPasswordResetRoute = defineRoute(
  {
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/api/v1/auth/password/forgot',
    tags: ['Sign-in'],
    summary: 'Request a link to reset the password',
    description:
      'The response is the same whether or not the address has an account. The link works once, for an hour.',
    guard: sameOrigin,
    request: jsonRequest(z.strictObject({ email: z.string() }).openapi('PasswordResetRequest'), {
      email: 'ada@example.com',
    }),
    responses: {
      202: { description: 'If an active account has this address, an email is sent.' },
    },
    problems: ['mail.not_configured'],
  },
  async (context, { ken: { ports } }) => {
    const actor = { kind: 'anonymous', via: 'web', ...originOf(context) } as const
    const request = requestPasswordReset(ports, { actor, ...context.req.valid('json') })
    const [outcome] = await Promise.all([request, sleep(responseMsMin)])
    return outcome.ok ? respondAccepted(context) : problem(context, outcome.error)
  },
)

/** Longer than the work takes, so that the response time reveals nothing, not even throttling. */
const responseMsMin = 100
