import { z } from '@hono/zod-openapi'
import { err, ok, type DocumentFault, type DocumentInput, type Result } from '@ken/core'
import { pointerTo, type FieldError } from '../../../errors/field-error.ts'
import { fieldErrorsOf, reportedIssues } from '../../../request/field-errors.ts'

/** The form of a document; core has the rules for its fields. */
const documentForm = z.strictObject({
  source: z.string(),
  external_id: z.string(),
  title: z.string(),
  url: z.string().nullish(),
  body: z.string(),
  allowed: z.array(z.string()),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
})

/** Any value, because a malformed document gets a verdict like every other and refuses no batch. */
export const documentSchema = z.unknown().openapi('Document', {
  type: 'object',
  additionalProperties: false,
  required: ['source', 'external_id', 'title', 'body', 'allowed'],
  properties: {
    source: { type: 'string', maxLength: 63, example: 'wiki' },
    external_id: { type: 'string', maxLength: 512, description: 'Unique within its source.' },
    title: { type: 'string', maxLength: 500 },
    url: { type: ['string', 'null'], format: 'uri', maxLength: 2_048 },
    body: {
      type: 'string',
      maxLength: 2_000_000,
      description:
        'Plain text. A line that starts with `#` is a heading, a blank line ends a paragraph.',
    },
    allowed: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string' },
      description:
        'Who may see it: `everyone`, `role:Owner|Admin|Member`, `group:<slug>`, `user:<id>`.',
    },
    updated_at: { type: ['string', 'null'], format: 'date-time' },
  },
})

/** Reads the document at this position of a batch. */
export function documentInputOf(
  value: unknown,
  position: number,
): Result<DocumentInput, readonly FieldError[]> {
  const parsed = documentForm.safeParse(value, reportedIssues)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      ...issue,
      path: ['documents', position, ...issue.path],
    }))
    return err(fieldErrorsOf(issues))
  }
  const { external_id: externalId, url = null, updated_at: updatedAt, ...same } = parsed.data
  return ok({
    ...same,
    externalId,
    url,
    updatedAt: typeof updatedAt === 'string' ? new Date(updatedAt) : null,
  })
}

/** The faults that core found in the document at this position. */
export const documentErrorsOf = (
  faults: readonly DocumentFault[],
  position: number,
): readonly FieldError[] =>
  faults.map(({ field, detail }) => ({
    pointer: pointerTo(['documents', position, wireNames[field] ?? field]),
    detail,
  }))

const wireNames: { readonly [field: string]: string } = {
  externalId: 'external_id',
  updatedAt: 'updated_at',
}
