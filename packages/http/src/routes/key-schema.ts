import { z } from '@hono/zod-openapi'
import {
  keyActs,
  keyLifetimesDays,
  keyNameLengthMax,
  listedKeyStatuses,
  sourceLengthMax,
  sourcesPerKeyMax,
  type KeyId,
  type KeyLifetimeDays,
} from '@ken/core'
import { idForm } from '../routing/id-parameter.ts'

const date = z.string().openapi({ format: 'date-time' })

/** The schema of a key, without its secret. */
export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['personal', 'service']).openapi({
      description:
        '`personal` keys act as their owner; `service` keys act on behalf of many people.',
    }),
    owner_id: z
      .string()
      .nullable()
      .openapi({ description: 'Null for a service key, which belongs to the organisation.' }),
    owner_email: z.string().nullable(),
    source: z
      .string()
      .nullable()
      .openapi({ description: 'The platform of a service key.', example: 'portal' }),
    name: z.string(),
    prefix: z.string().openapi({
      description: 'The first characters of the key, to recognise it.',
      example: 'ken_0aB1cD2e',
    }),
    sources: z.array(z.string()).nullable().openapi({
      description:
        'The sources that the key can search; null for every source that the person may see.',
    }),
    status: z.enum(listedKeyStatuses).openapi({
      description:
        '`orphaned`: the person responsible for the service key is not an active Owner, so it does not work until an Owner takes it over. `built_in`: Ken serves the platform itself, so the key never works.',
    }),
    created_at: date,
    created_by: z
      .string()
      .nullable()
      .openapi({ description: 'The account that created it; null for the command line.' }),
    responsible_id: z.string().nullable().openapi({
      description:
        'The account that the key depends on: its owner, or for a service key the Owner who created it or took it over. Null for a service key that was created on the command line.',
    }),
    responsible_email: z
      .string()
      .nullable()
      .openapi({ description: 'Also null if the account was deleted.' }),
    expires_at: date.nullable().openapi({ description: 'Null for a key that never expires.' }),
    last_used_at: date
      .nullable()
      .openapi({ description: 'When the key was last accepted, accurate to about a second.' }),
    revoked_at: date.nullable(),
    week: z.array(z.int()).length(7).openapi({
      description: 'The number of calls on each of the last seven days of 24 hours, oldest first.',
    }),
  })
  .openapi('Key')

/** The schema of one key. */
export const shownKeySchema = keySchema
  .extend({
    may: z.array(z.enum(keyActs)).openapi({ description: 'What the caller can do with the key.' }),
  })
  .openapi('ShownKey')

/** A cursor in a list of keys. */
export const keyPosition = z
  .string()
  .regex(idForm)
  .transform((id) => id as KeyId)

/** The schema of a new key. No other schema contains the key itself. */
export const createdKeySchema = keySchema
  .extend({
    key: z.string().nullable().openapi({
      description: 'The whole key, shown only once; null in the response to a repeated request.',
      example: 'ken_…',
    }),
    notice: z.string().optional().openapi({
      description: 'In the response to a repeated request: what to do without the key.',
    }),
  })
  .openapi('CreatedKey')

/** The fields of a body that creates a key. */
export const newKeyFields = {
  name: z.string().openapi({ maxLength: keyNameLengthMax, description: 'What the key is for.' }),
  expires_in_days: z.literal(keyLifetimesDays).openapi({
    type: ['number', 'null'],
    enum: [...keyLifetimesDays],
    description: 'The lifetime; null for no expiry.',
  }),
  sources: z
    .array(z.string().max(sourceLengthMax))
    .max(sourcesPerKeyMax)
    .nullable()
    .optional()
    .openapi({
      description:
        'The sources that the key can search; null or omitted for every source that its owner may see.',
    }),
}
type NewKey = {
  readonly name: string
  readonly expires_in_days: KeyLifetimeDays
  readonly sources?: readonly string[] | null | undefined
}

/** The input of the use case, from the body of the request. */
export const newKeyOf = ({ name, expires_in_days, sources }: NewKey) => ({
  name,
  lifetimeDays: expires_in_days,
  sources: sources ?? null,
})

/** The failures of creating a key. */
export const newKeyProblems = [
  'key.name_invalid',
  'key.sources_invalid',
  'key.limit_reached',
  'key.creations_exhausted',
] as const

/** The owner of a key. */
export const ownerIdField = z
  .string()
  .regex(idForm)
  .openapi({ description: 'The account that the key acts as.' })

/** A filter for the keys that depend on an account. */
export const responsibleIdField = z.string().regex(idForm).openapi({
  description:
    'The account that the keys depend on: they stop working if it is deactivated or deleted.',
})
