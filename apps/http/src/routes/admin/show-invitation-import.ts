import { createRoute, z } from '@hono/zod-openapi'
import { invitationStates, showInvitationImport, type InvitationImportId, type ShownInvitationImport } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { invitationCountsSchema, invitationCountsView } from './invitation-view.ts'

const importSchema = z
  .object({
    id: z.string(),
    imported_by: z.string().nullable().openapi({ description: 'Null for the command line.' }),
    created_at: z.string().openapi({ format: 'date-time' }),
    counts: invitationCountsSchema,
    progress: z
      .record(z.enum(invitationStates), z.int())
      .openapi({ description: 'Its invitations by the state they are in now.' }),
  })
  .openapi('InvitationImport')

/** How far the mails of an upload have come. */
export const showInvitationImportRoute = createRoute({
  operationId: 'getInvitationImport',
  method: 'get',
  path: '/api/v1/admin/invitations/imports/{id}',
  tags: ['Administration'],
  summary: 'The progress of an import of invitations',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    200: jsonAnswer('The import.', importSchema),
    ...problemResponses('invitation.import_not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the progress. */
export const mountShowInvitationImport = (app: SurfaceApp, surface: Surface) =>
  mount(app, showInvitationImportRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const importId = context.req.valid('param').id as InvitationImportId
    const outcome = await showInvitationImport(surface.ken.ports, { actor, importId })
    return outcome.ok ? answerJson(context, importView(outcome.value), 200) : problem(context, outcome.error)
  })

const importView = ({ id, importedBy, createdAt, counts, progress }: ShownInvitationImport): z.infer<typeof importSchema> => ({
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
