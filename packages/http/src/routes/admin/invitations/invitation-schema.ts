import { z } from '@hono/zod-openapi'
import { invitationStates, type InvitationId } from '@ken/core'
import { idForm } from '../../../routing/id-parameter.ts'

const date = z.string().openapi({ format: 'date-time' })

/** The schema of an invitation, without its link. */
export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(['Owner', 'Admin', 'Member']),
    state: z.enum(invitationStates),
    invited_by: z
      .string()
      .nullable()
      .openapi({ description: 'The account that invited; null for the command line.' }),
    import_id: z.string().nullable().openapi({ description: 'The import that created it.' }),
    created_at: date,
    sent_at: date
      .nullable()
      .openapi({ description: 'When the mail server accepted the last email.' }),
    expires_at: date
      .nullable()
      .openapi({ description: 'When the link of the last email expires: after 48 hours.' }),
    accepted_at: date.nullable(),
    revoked_at: date.nullable(),
    attempts: z.int().openapi({ description: 'How many times sending the email was attempted.' }),
    last_error: z.string().nullable().openapi({ description: 'Why the last attempt failed.' }),
  })
  .openapi('Invitation')

/** Whose id it is. */
export const namedAccountSchema = z
  .object({ name: z.string(), email: z.string() })
  .nullable()
  .openapi('NamedAccount', {
    description: 'Who did it; null for the command line, and if the account was deleted.',
  })

/** An invitation in a list. */
export const listedInvitationSchema = invitationSchema
  .extend({ inviter: namedAccountSchema })
  .openapi('ListedInvitation')

/** The cursor of an invitation list. */
export const invitationPosition = z
  .string()
  .regex(idForm)
  .transform((id) => id as InvitationId)

/** The lines of a list by outcome. */
export const invitationCountsSchema = z
  .object({ created: z.int(), already_invited: z.int(), already_a_user: z.int(), invalid: z.int() })
  .openapi('InvitationCounts')
