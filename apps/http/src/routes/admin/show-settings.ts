import { createRoute } from '@hono/zod-openapi'
import { showSettings } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { settingsSchema, settingsView } from './settings-view.ts'

/** The settings of the organisation. */
export const showSettingsRoute = createRoute({
  operationId: 'showSettings',
  method: 'get',
  path: '/api/v1/admin/settings',
  tags: ['Administration'],
  summary: 'The settings of the organisation',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer('The settings.', settingsSchema),
    ...problemResponses('account.forbidden', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the settings. */
export const mountShowSettings = (app: SurfaceApp, surface: Surface) =>
  mount(app, showSettingsRoute, [sessionAuthentication(surface)], async (context) => {
    const outcome = await showSettings(surface.ken.ports, { actor: callerOf(context).actor })
    return outcome.ok ? answerJson(context, settingsView(outcome.value), 200) : problem(context, outcome.error)
  })
