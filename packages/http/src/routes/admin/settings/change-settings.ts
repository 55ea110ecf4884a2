import { changeSettings } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../../security/session-authentication.ts'
import { changedSettingsSchema, settingsSchema, settingsView } from './settings-view.ts'

/** Changes the settings of the organisation. */
export const changeSettingsRoute = defineRoute(
  {
    operationId: 'changeSettings',
    method: 'put',
    path: '/api/v1/admin/settings',
    tags: ['Administration'],
    summary: 'Change the settings of the organisation',
    description: 'For Owners only.',
    guard: sessionAuthentication(),
    request: jsonRequest(changedSettingsSchema, {
      mfa_required_roles: ['Owner', 'Admin'],
      organisation_name: 'Example Ltd.',
    }),
    responses: {
      200: jsonResponse('The changed settings.', settingsSchema),
    },
    problems: ['settings.organisation_name_invalid'],
  },
  async (context, { ken }) => {
    const body = context.req.valid('json')
    const outcome = await changeSettings(ken.ports, {
      actor: callerOf(context).actor,
      mfaRequiredRoles: body.mfa_required_roles,
      organisationName: body.organisation_name,
    })
    return outcome.ok
      ? respondJson(context, settingsView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
