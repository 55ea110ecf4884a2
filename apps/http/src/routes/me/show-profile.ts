import { createRoute, z } from '@hono/zod-openapi'
import { showProfile, type Profile } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'

const profileSchema = accountSchema
  .extend({
    mfa: z.object({
      enabled: z.boolean(),
      required: z.boolean().openapi({ description: 'The role must have a second factor, so it cannot be disabled.' }),
    }),
  })
  .openapi('Profile')

const profileView = ({ account, secondFactorRequired }: Profile): z.infer<typeof profileSchema> => ({
  ...accountView(account),
  mfa: { enabled: account.mfaEnabledAt !== null, required: secondFactorRequired },
})

/** Who is signed in. */
export const showProfileRoute = createRoute({
  operationId: 'showProfile',
  method: 'get',
  path: '/api/v1/me',
  tags: ['Own account'],
  summary: 'The own account',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer('The account as it is now.', profileSchema),
    ...problemResponses(...sessionProblems, ...anyProblems),
  },
})

/** Serves the profile. */
export const mountShowProfile = (app: SurfaceApp, surface: Surface) =>
  mount(app, showProfileRoute, [sessionAuthentication(surface, { isPlainRead: true })], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await showProfile(surface.ken.ports, { actor })
    return outcome.ok ? answerJson(context, profileView(outcome.value), 200) : problem(context, outcome.error)
  })
