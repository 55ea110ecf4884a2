import { createRoute, z } from '@hono/zod-openapi'
import { isSetUp } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'

/** What a sign-in page needs to know before anybody is signed in. */
export const signInOptionsRoute = createRoute({
  operationId: 'getSignInOptions',
  method: 'get',
  path: '/api/v1/auth/options',
  tags: ['Sign-in'],
  summary: 'How people sign in here',
  security: [],
  responses: {
    200: jsonAnswer(
      'The options.',
      z
        .object({
          setup_needed: z.boolean().openapi({ description: 'Nobody has an account yet: `/setup` makes the first Owner.' }),
          forgot_password: z.boolean().openapi({ description: 'Reset links can be mailed.' }),
          providers: z.array(z.enum(['local'])),
        })
        .openapi('SignInOptions'),
    ),
    ...problemResponses(...anyProblems),
  },
})

/** Serves the options. */
export const mountSignInOptions = (app: SurfaceApp, { ken: { ports } }: Surface) =>
  mount(app, signInOptionsRoute, [], async (context) => {
    const setupNeeded = !(await isSetUp(ports))
    // Links for a new password go out by mail.
    const forgotPassword = ports.mailer !== null
    return answerJson(context, { setup_needed: setupNeeded, forgot_password: forgotPassword, providers: ['local' as const] }, 200)
  })
