import type { z } from '@hono/zod-openapi'
import { pointerTo, type FieldError } from '../errors/field-error.ts'
import { idForm } from '../routing/id-parameter.ts'

type Issue = z.core.$ZodIssue

const fieldErrorsMax = 20

/** Lets the issues of a validator say which fields are absent. */
export const reportedIssues = { reportInput: true } as const

/** The issues of a validator as pointers and messages. Repeats no value of the request. */
export function fieldErrorsOf(issues: readonly Issue[]): readonly FieldError[] {
  return issues.flatMap(fieldErrorsOfIssue).slice(0, fieldErrorsMax)
}

function fieldErrorsOfIssue(issue: Issue): readonly FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerTo([...issue.path, key]),
      detail: 'is not a known field',
    }))
  }
  const isAbsent = 'input' in issue && issue.input === undefined
  const detail = isAbsent ? `is required and ${messageFor(issue)}` : messageFor(issue)
  return [{ pointer: pointerTo(issue.path), detail }]
}

const typeMessages: { readonly [type: string]: string } = {
  array: 'must be an array',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  string: 'must be a string',
}

const countedParts: {
  readonly [origin: string]: { readonly one: string; readonly many: string }
} = {
  array: { one: 'entry', many: 'entries' },
  string: { one: 'character', many: 'characters' },
}

function messageFor(issue: Issue): string {
  // The message of a rule of Ken.
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_type') return typeMessages[issue.expected] ?? 'has the wrong type'
  if (issue.code === 'invalid_value') return `must be ${choiceOf(issue.values.map(String))}`
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return 'must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z'
  if (isOfId(issue)) return 'must be an id, such as 0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f'
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'is not valid'
  const [word, bound] =
    issue.code === 'too_small' ? ['least', issue.minimum] : ['most', issue.maximum]
  const parts = countedParts[issue.origin]
  return parts === undefined
    ? `must be at ${word} ${bound}`
    : `must have at ${word} ${bound} ${bound === 1 ? parts.one : parts.many}`
}

const isOfId = (issue: Issue): boolean =>
  issue.code === 'invalid_format' &&
  (issue.format === 'uuid' || ('pattern' in issue && issue.pattern === String(idForm)))

const choiceOf = (values: readonly string[]): string =>
  values.length === 1 ? values.join() : `one of ${values.join(', ')}`
