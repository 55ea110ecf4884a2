import { z } from '@hono/zod-openapi'
import type { InvitationState, ListedInvitationImport } from '@ken/core'
import { invitationCountsView, namedAccountView } from '@ken/presentation'
import { invitationCountsSchema, namedAccountSchema } from './invitation-schema.ts'

const progressSchema = z
  .object({
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    accepted: z.int(),
    expired: z.int(),
    revoked: z.int(),
  })
  .openapi('InvitationImportProgress', { description: 'Its invitations by current state.' })

const progressView = (
  progress: ReadonlyMap<InvitationState, number>,
): z.infer<typeof progressSchema> => ({
  queued: progress.get('queued') ?? 0,
  sent: progress.get('sent') ?? 0,
  failed: progress.get('failed') ?? 0,
  accepted: progress.get('accepted') ?? 0,
  expired: progress.get('expired') ?? 0,
  revoked: progress.get('revoked') ?? 0,
})

/** The fields of an import, in a list and alone. */
export const importFields = {
  id: z.string(),
  imported_by: z.string().nullable().openapi({ description: 'Null for the command line.' }),
  importer: namedAccountSchema,
  created_at: z.string().openapi({ format: 'date-time' }),
  counts: invitationCountsSchema,
  progress: progressSchema,
}

export const importView = (imported: ListedInvitationImport) => ({
  id: imported.id,
  imported_by: imported.importedBy,
  importer: namedAccountView(imported.importer),
  created_at: imported.createdAt.toISOString(),
  counts: invitationCountsView(imported.counts),
  progress: progressView(imported.progress),
})
