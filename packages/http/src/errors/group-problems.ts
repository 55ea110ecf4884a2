import { conflict, invalidField, notFound, type ProblemsOf } from './problem.ts'

/** The failures of groups. */
export const groupProblems = {
  'group.slug_invalid': invalidField,
  'group.exists': conflict,
  'group.not_found': notFound,
  'group.in_use': conflict,
} as const satisfies ProblemsOf<'group'>
