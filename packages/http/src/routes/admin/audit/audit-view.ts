import { z } from '@hono/zod-openapi'
import {
  auditActions,
  auditVias,
  type AccountId,
  type AuditFilter,
  type AuditRecord,
  type ListedAuditRecord,
} from '@ken/core'
import { idForm } from '../../../routing/id-parameter.ts'

const time = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
  .openapi({ type: 'string', format: 'date-time' })

/** The filters of the audit log. */
export const auditParameters = {
  actor_id: z
    .string()
    .regex(idForm)
    .optional()
    .openapi({ description: 'The account that did it.' }),
  action: z.string().max(100).optional().openapi({
    description: 'An action such as `key.create`, or all actions of an area such as `key`.',
  }),
  target: z.string().max(200).optional().openapi({ description: '`<kind>:<id>` of the target.' }),
  outcome: z.enum(['success', 'failure']).optional(),
  session_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .openapi({ description: 'Everything of a session.' }),
  request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .openapi({ description: 'Everything of a request.' }),
  from: time.openapi({ description: 'Entries from this time on.' }),
  until: time.openapi({ description: 'Entries before this time.' }),
}
type AuditQuery = z.output<z.ZodObject<typeof auditParameters>>

export const auditFilter = ({
  actor_id,
  action,
  target,
  outcome,
  session_id,
  request_id,
  from,
  until,
}: AuditQuery): AuditFilter => ({
  actorId: (actor_id as AccountId | undefined) ?? null,
  action: action ?? null,
  target: target ?? null,
  outcome: outcome ?? null,
  sessionId: session_id ?? null,
  requestId: request_id ?? null,
  from: from ?? null,
  until: until ?? null,
})

/** The schema of an audit entry. */
export const auditSchema = z
  .object({
    id: z.string(),
    at: z.string().openapi({ format: 'date-time' }),
    actor_id: z.string().nullable().openapi({
      description: 'Null for the operator, for Ken itself, and if the actor is unknown.',
    }),
    actor_email: z.string().nullable().openapi({
      description: 'The current address of the actor; null if the account was deleted.',
    }),
    via: z.enum(auditVias),
    action: z.enum(auditActions),
    target: z.string().openapi({ description: '`<kind>:<id>`' }),
    outcome: z.enum(['success', 'failure']),
    session_id: z.string().nullable(),
    key_id: z.string().nullable(),
    address: z.string().nullable().openapi({ description: 'The network address of the client.' }),
    request_id: z.string().nullable(),
    meta: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .openapi('AuditEntry')

export const auditView = (record: AuditRecord): z.infer<typeof auditSchema> => ({
  id: record.id,
  at: record.at.toISOString(),
  actor_id: record.actorId,
  actor_email: record.actorEmail,
  via: record.via,
  action: record.action,
  target: record.target,
  outcome: record.outcome,
  session_id: record.sessionId,
  key_id: record.keyId,
  address: record.address,
  request_id: record.requestId,
  meta: record.meta,
})

/** The schema of an entry in a list, with names. */
export const listedAuditSchema = auditSchema
  .extend({
    actor_name: z.string().nullable().openapi({
      description: 'The current name of the actor; null if the account was deleted.',
    }),
    target_name: z.string().nullable().openapi({
      description:
        'What the target is called now: the name of a person or a key, the address of an invitation. Null for other targets, and if it was deleted.',
    }),
    target_owner_name: z.string().nullable().openapi({
      description: 'The name of the person whose key the target is.',
    }),
    member_name: z.string().nullable().openapi({
      description: 'The name of the person who was added to or removed from a group.',
    }),
  })
  .openapi('ListedAuditEntry')

export const listedAuditView = (record: ListedAuditRecord): z.infer<typeof listedAuditSchema> => ({
  ...auditView(record),
  actor_name: record.actorName,
  target_name: record.targetName?.name ?? null,
  target_owner_name: record.targetName?.owner ?? null,
  member_name: record.memberName,
})
