import { z } from '@hono/zod-openapi'
import { createLinkCode, identitySourceLengthMax } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, optionalJsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

const requestSchema = z
  .strictObject({
    source: z.string().max(identitySourceLengthMax).optional().openapi({
      description:
        'The platform that the code is for. Without it, the code works on the first platform that it is sent to.',
      example: 'teamchat',
    }),
  })
  .openapi('NewLinkCode')

const linkCodeSchema = z
  .object({
    code: z.string().openapi({
      description: 'Send this to the bot, in upper or lower case. It is shown only once.',
      example: '7Q2M-X0KD',
    }),
    source: z
      .string()
      .nullable()
      .openapi({ description: 'The only platform where it works; null for any.' }),
    expires_at: z.string().openapi({ format: 'date-time' }),
    expires_in: z.int().openapi({
      description: 'Seconds. Count these down where the clock may be wrong.',
      example: 600,
    }),
  })
  .openapi('LinkCode')

/** Creates a code that links an external identity to the caller's account. */
export const createLinkCodeRoute = defineRoute(
  {
    operationId: 'createLinkCode',
    method: 'post',
    path: '/api/v1/me/link-codes',
    tags: ['Own account'],
    summary: 'Create a code to link a chat identity',
    description:
      'It works once, for ten minutes, and replaces earlier codes. Choose the platform that you will send it to.',
    guard: sessionAuthentication(),
    request: optionalJsonRequest(requestSchema, { source: 'teamchat' }),
    responses: {
      201: jsonResponse('The code.', linkCodeSchema),
    },
    problems: ['account.changes_exhausted', 'identity.source_invalid'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await createLinkCode(ken.ports, {
      actor,
      source: context.req.valid('json').source,
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { code, source, expiresAt, expiresInSeconds } = outcome.value
    return respondJson(
      context,
      { code, source, expires_at: expiresAt.toISOString(), expires_in: expiresInSeconds },
      201,
    )
  },
)
