import { showSettings } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../../security/session-authentication.ts'
import { shownSettingsSchema, shownSettingsView } from './settings-view.ts'

/** Shows the settings of the organisation. */
export const showSettingsRoute = defineRoute(
  {
    operationId: 'showSettings',
    method: 'get',
    path: '/api/v1/admin/settings',
    tags: ['Administration'],
    summary: 'Show the settings of the organisation',
    description:
      'The name of the organisation, the roles that require two-factor authentication, and how many people lack it.',
    guard: sessionAuthentication(),
    responses: {
      200: jsonResponse('The settings.', shownSettingsSchema),
    },
  },
  async (context, { ken }) => {
    const outcome = await showSettings(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, shownSettingsView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
