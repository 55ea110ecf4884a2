import { createRoute, z } from '@hono/zod-openapi'
import { createLinkCode, identitySourceLengthMax } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, optionalJsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'

const requestSchema = z
  .strictObject({
    source: z.string().max(identitySourceLengthMax).optional().openapi({
      description:
        'The platform that the code is for: it works nowhere else. Without it, the code works on the first that it is sent to.',
      example: 'teamchat',
    }),
  })
  .openapi('NewLinkCode')

const linkCodeSchema = z
  .object({
    code: z.string().openapi({ description: 'To be sent to the bot, in any case. It is shown this once.', example: '7Q2M-X0KD' }),
    source: z.string().nullable().openapi({ description: 'The only platform that it works on; null for any.' }),
    expires_at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('LinkCode')

/** A code that ties an external identity to the own account. */
export const createLinkCodeRoute = createRoute({
  operationId: 'createLinkCode',
  method: 'post',
  path: '/api/v1/me/link-codes',
  tags: ['Own account'],
  summary: 'Create a code to link a chat identity with',
  description:
    'It works once, for ten minutes; an earlier code works no more. Choose the platform that you are going to send it to.',
  security: [{ accessToken: [] }],
  request: optionalJsonRequest(requestSchema, { source: 'teamchat' }),
  responses: {
    201: jsonAnswer('The code.', linkCodeSchema),
    ...problemResponses('identity.source_invalid', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the code. */
export const mountCreateLinkCode = (app: SurfaceApp, surface: Surface) =>
  mount(app, createLinkCodeRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await createLinkCode(surface.ken.ports, { actor, source: context.req.valid('json').source })
    if (!outcome.ok) return problem(context, outcome.error)
    const { code, source, expiresAt } = outcome.value
    return answerJson(context, { code, source, expires_at: expiresAt.toISOString() }, 201)
  })
