import { z } from '@hono/zod-openapi'
import {
  showInvitationImport,
  type InvitationImportId,
  type ShownInvitationImport,
} from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { importFields, importView } from './invitation-import-schema.ts'

const importSchema = z
  .object({
    ...importFields,
    delivery_seconds: z.int().nullable().openapi({
      description:
        'How long sending what is queued takes at the set pace; null without a mail server.',
    }),
  })
  .openapi('InvitationImport')

const shownImportView = (imported: ShownInvitationImport): z.infer<typeof importSchema> => ({
  ...importView(imported),
  delivery_seconds: imported.deliverySeconds,
})

/** Shows the progress of an import. */
export const showInvitationImportRoute = defineRoute(
  {
    operationId: 'getInvitationImport',
    method: 'get',
    path: '/api/v1/admin/invitations/imports/{id}',
    tags: ['Administration'],
    summary: 'Show the progress of an invitation import',
    description:
      'A long list is imported in parts. Shows how many of its lines are done, and how long the emails take.',
    guard: administratorAuthentication,
    request: { params: idParameter },
    responses: {
      200: jsonResponse('The import.', importSchema),
    },
    problems: ['invitation.import_not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const importId = context.req.valid('param').id as InvitationImportId
    const outcome = await showInvitationImport(ken.ports, { actor, importId })
    return outcome.ok
      ? respondJson(context, shownImportView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
