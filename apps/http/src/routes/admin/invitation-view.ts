import { z } from '@hono/zod-openapi'
import { invitationStates, type InvitationCounts, type InvitationId, type ShownInvitation } from '@ken/core'
import { idForm } from '../id-parameter.ts'

const date = z.string().openapi({ format: 'date-time' })

/** An invitation on the wire: nothing of its link (R52). */
export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(['Owner', 'Admin', 'Member']),
    state: z.enum(invitationStates),
    invited_by: z.string().nullable().openapi({ description: 'The account that answers for it; null for the command line.' }),
    import_id: z.string().nullable().openapi({ description: 'The upload it came with.' }),
    created_at: date,
    sent_at: date.nullable().openapi({ description: 'When the mail server took the last mail.' }),
    expires_at: date.nullable().openapi({ description: 'How long the link in the last mail works: 48 hours.' }),
    accepted_at: date.nullable(),
    revoked_at: date.nullable(),
    attempts: z.int().openapi({ description: 'How often its mail was handed to the mail server.' }),
    last_error: z.string().nullable().openapi({ description: 'Why the last attempt failed.' }),
  })
  .openapi('Invitation')

export const invitationView = (invitation: ShownInvitation): z.infer<typeof invitationSchema> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  state: invitation.state,
  invited_by: invitation.invitedBy,
  import_id: invitation.importId,
  created_at: invitation.createdAt.toISOString(),
  sent_at: invitation.sentAt?.toISOString() ?? null,
  expires_at: invitation.expiresAt?.toISOString() ?? null,
  accepted_at: invitation.acceptedAt?.toISOString() ?? null,
  revoked_at: invitation.revokedAt?.toISOString() ?? null,
  attempts: invitation.attempts,
  last_error: invitation.lastError,
})

/** Where a page of invitations ended. */
export const invitationPosition = z
  .string()
  .regex(idForm)
  .transform((id) => id as InvitationId)

/** How many lines of an upload came to what. */
export const invitationCountsSchema = z
  .object({ created: z.int(), already_invited: z.int(), already_a_user: z.int(), invalid: z.int() })
  .openapi('InvitationCounts')

export const invitationCountsView = (counts: InvitationCounts): z.infer<typeof invitationCountsSchema> => ({ ...counts })
