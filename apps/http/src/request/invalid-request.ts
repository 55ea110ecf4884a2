import type { z } from '@hono/zod-openapi'
import { pointerTo, type FieldFault } from '../errors/field-fault.ts'

type Issue = z.core.$ZodIssue

const faultsMax = 20

/** What a validator found, as pointers and plain words. Repeats no value that was sent. */
export function faultsOf(issues: readonly Issue[]): readonly FieldFault[] {
  return issues.flatMap(faultsOfIssue).slice(0, faultsMax)
}

function faultsOfIssue(issue: Issue): readonly FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ pointer: pointerTo([...issue.path, key]), detail: 'is not a known field' }))
  }
  return [{ pointer: pointerTo(issue.path), detail: wordsFor(issue) }]
}

const typeWords: { readonly [type: string]: string } = {
  array: 'must be an array',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  string: 'must be a string',
}

function wordsFor(issue: Issue): string {
  // The words of a rule of our own.
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_type') return typeWords[issue.expected] ?? 'has the wrong type'
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'is not valid'
  const [word, bound] = issue.code === 'too_small' ? ['least', issue.minimum] : ['most', issue.maximum]
  const characters = bound === 1 ? 'character' : 'characters'
  return issue.origin === 'string' ? `must have at ${word} ${bound} ${characters}` : `must be at ${word} ${bound}`
}
