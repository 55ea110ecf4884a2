import { createRoute } from '@hono/zod-openapi'
import { changeSettings } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { settingsSchema, settingsView } from './settings-view.ts'

/** The change of the organisation's settings, by an Owner. */
export const changeSettingsRoute = createRoute({
  operationId: 'changeSettings',
  method: 'put',
  path: '/api/v1/admin/settings',
  tags: ['Administration'],
  summary: 'Change the settings of the organisation',
  description: 'For Owners only.',
  security: [{ accessToken: [] }],
  request: jsonRequest(settingsSchema, { mfa_required_roles: ['Owner', 'Admin'] }),
  responses: {
    200: jsonAnswer('The settings as they are now.', settingsSchema),
    ...problemResponses('account.forbidden', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the change. */
export const mountChangeSettings = (app: SurfaceApp, surface: Surface) =>
  mount(app, changeSettingsRoute, [sessionAuthentication(surface)], async (context) => {
    const { mfa_required_roles: mfaRequiredRoles } = context.req.valid('json')
    const outcome = await changeSettings(surface.ken.ports, { actor: callerOf(context).actor, mfaRequiredRoles })
    return outcome.ok ? answerJson(context, settingsView(outcome.value), 200) : problem(context, outcome.error)
  })
