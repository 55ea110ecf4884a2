import { createRoute, z } from '@hono/zod-openapi'
import { requestPasswordReset } from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerAccepted } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'

/** The request of somebody who forgot the password. */
export const requestPasswordResetRoute = createRoute({
  operationId: 'requestPasswordReset',
  method: 'post',
  path: '/api/v1/auth/password/forgot',
  tags: ['Sign-in'],
  summary: 'Have a link for a new password mailed',
  description: 'The answer is the same whether anybody has the address or not. The link works once, for an hour.',
  security: [],
  request: jsonRequest(z.strictObject({ email: z.string() }).openapi('PasswordResetRequest'), { email: 'ada@example.com' }),
  responses: {
    202: { description: 'A mail follows if there is an active account with this address.' },
    ...problemResponses('mail.not_configured', 'http.cross_site', ...bodyProblems),
  },
})

/** Longer than the work takes: the time of the answer tells nothing of what was done, not even who is throttled (R57). */
const answerMs = 100

/** Serves the request. */
export const mountRequestPasswordReset = (app: SurfaceApp, { ken: { config, ports } }: Surface) =>
  mount(app, requestPasswordResetRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const actor = { kind: 'anonymous', via: 'web', ...originOf(context) } as const
    const request = requestPasswordReset(ports, { actor, ...context.req.valid('json') })
    const [outcome] = await Promise.all([request, sleep(answerMs)])
    return outcome.ok ? answerAccepted(context) : problem(context, outcome.error)
  })
