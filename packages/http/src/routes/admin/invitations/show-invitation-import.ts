import { z } from '@hono/zod-openapi'
import {
  invitationStates,
  showInvitationImport,
  type InvitationImportId,
  type ShownInvitationImport,
} from '@ken/core'
import { invitationCountsView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { invitationCountsSchema } from './invitation-schema.ts'

const importSchema = z
  .object({
    id: z.string(),
    imported_by: z.string().nullable().openapi({ description: 'Null for the command line.' }),
    created_at: z.string().openapi({ format: 'date-time' }),
    counts: invitationCountsSchema,
    progress: z
      .record(z.enum(invitationStates), z.int())
      .openapi({ description: 'Its invitations by current state.' }),
  })
  .openapi('InvitationImport')

/** Shows the progress of an import. */
export const showInvitationImportRoute = defineRoute(
  {
    operationId: 'getInvitationImport',
    method: 'get',
    path: '/api/v1/admin/invitations/imports/{id}',
    tags: ['Administration'],
    summary: 'Show the progress of an invitation import',
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
      ? respondJson(context, importView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
const importView = ({
  id,
  importedBy,
  createdAt,
  counts,
  progress,
}: ShownInvitationImport): z.infer<typeof importSchema> => ({
  id,
  imported_by: importedBy,
  created_at: createdAt.toISOString(),
  counts: invitationCountsView(counts),
  progress: {
    queued: progress.get('queued') ?? 0,
    sent: progress.get('sent') ?? 0,
    failed: progress.get('failed') ?? 0,
    accepted: progress.get('accepted') ?? 0,
    expired: progress.get('expired') ?? 0,
    revoked: progress.get('revoked') ?? 0,
  },
})
