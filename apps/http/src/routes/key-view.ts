import { z } from '@hono/zod-openapi'
import {
  keyLifetimesDays,
  keyNameLengthMax,
  responsibleId,
  sourceLengthMax,
  sourcesPerKeyMax,
  type CreatedKey,
  type KeyId,
  type KeyLifetimeDays,
  type ListedKey,
} from '@ken/core'
import { idForm } from './id-parameter.ts'

const date = z.string().openapi({ format: 'date-time' })

/** A key on the wire, without its secret (R8). */
export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['personal', 'service']).openapi({ description: 'Whether it acts as its owner, or on behalf of many.' }),
    owner_id: z.string().nullable().openapi({ description: 'Null for a service key: it belongs to the organisation.' }),
    owner_email: z.string().nullable(),
    source: z.string().nullable().openapi({ description: 'The platform of a service key.', example: 'workspace_chat' }),
    name: z.string(),
    prefix: z.string().openapi({ description: 'The first characters of the key, to recognise it by.', example: 'ken_0aB1cD2e' }),
    sources: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'What the key is narrowed to; null for all that the person may see whom it acts as.' }),
    status: z.enum(['active', 'expired', 'revoked', 'orphaned', 'built_in']).openapi({
      description:
        '`orphaned`: the person responsible for the service key is no active Owner, so it does not work until an Owner takes it over. `built_in`: Ken serves its platform itself, so it never works.',
    }),
    created_at: date,
    created_by: z.string().nullable().openapi({ description: 'The account that created it; null for the command line.' }),
    responsible_id: z.string().nullable().openapi({
      description:
        'The account that the key depends on: its owner, or of a service key the Owner who created it or took it over. Null for a service key of the organisation, created on the command line.',
    }),
    responsible_email: z.string().nullable().openapi({ description: 'Null, too, for an account that was deleted.' }),
    expires_at: date.nullable().openapi({ description: 'Null for a key that never expires.' }),
    last_used_at: date.nullable().openapi({ description: 'When it last let a call in, to about a second.' }),
    revoked_at: date.nullable(),
  })
  .openapi('Key')

export const keyView = (key: ListedKey): z.infer<typeof keySchema> => ({
  id: key.id,
  kind: key.kind,
  owner_id: key.ownerId,
  owner_email: key.ownerEmail,
  source: key.source,
  name: key.name,
  prefix: key.prefix,
  sources: key.sources === null ? null : [...key.sources],
  status: key.status,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  responsible_id: responsibleId(key),
  responsible_email: key.responsibleEmail,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})

/** Where a page of keys ended. */
export const keyPosition = z
  .string()
  .regex(idForm)
  .transform((id) => id as KeyId)

/** The one answer that shows the key itself (R3). */
export const createdKeySchema = keySchema
  .extend({
    key: z.string().nullable().openapi({
      description: 'The whole key. It is shown this once; null in the answer to a repeated request.',
      example: 'ken_…',
    }),
    notice: z.string().optional().openapi({ description: 'In the answer to a repeated request: what to do without the key.' }),
  })
  .openapi('CreatedKey')

export const createdKeyView = ({ key, plain }: CreatedKey): z.infer<typeof createdKeySchema> => ({
  key: plain,
  ...keyView({ ...key, status: 'active' }),
})

/** The answer to a repeated request: everything about the key as it was created, and never the key itself (R3). */
export const replayedKeyView = (created: CreatedKey): z.infer<typeof createdKeySchema> => ({
  ...createdKeyView(created),
  key: null,
  notice:
    'This key was shown when it was created and cannot be shown again. If you do not have it, revoke it and create another one, with a new Idempotency-Key.',
})

const lifetimes: readonly (number | null)[] = keyLifetimesDays
const isLifetime = (days: number | null): days is KeyLifetimeDays => lifetimes.includes(days)

/** The fields of a body that creates a key. */
export const newKeyFields = {
  name: z.string().max(keyNameLengthMax).openapi({ description: 'What the key is for.' }),
  expires_in_days: z
    .number()
    .nullable()
    .refine(isLifetime, 'must be 30, 90, 365 or null')
    .openapi({ enum: [...keyLifetimesDays], description: 'How long it works; null for ever.' }),
  sources: z
    .array(z.string().max(sourceLengthMax))
    .max(sourcesPerKeyMax)
    .nullable()
    .optional()
    .openapi({ description: 'Narrows the key to these sources; null, or without it, to nothing less than its owner may see.' }),
}
type NewKey = {
  readonly name: string
  readonly expires_in_days: KeyLifetimeDays
  readonly sources?: readonly string[] | null | undefined
}

/** What such a body asks for. */
export const newKeyOf = ({ name, expires_in_days, sources }: NewKey) => ({
  name,
  lifetimeDays: expires_in_days,
  sources: sources ?? null,
})

/** What every route may answer that creates a key. */
export const newKeyProblems = ['key.name_invalid', 'key.sources_invalid', 'key.limit_reached'] as const

/** Whose key it is to be. */
export const ownerIdField = z.string().regex(idForm).openapi({ description: 'The account that the key acts as.' })

/** Whose keys are listed with the service keys that end with their role. */
export const responsibleIdField = z.string().regex(idForm).openapi({
  description: 'The account that the keys depend on: what stops working when it is deactivated or deleted.',
})
