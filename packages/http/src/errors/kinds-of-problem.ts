import type { FailureCode } from './failure.ts'
import { problemTable } from './problem-table.ts'
import { exampleProblem } from './problems.ts'

/** All problems with one wire code. */
export type KindOfProblem = {
  readonly code: string
  readonly status: number
  readonly title: string
  /** What happened and what to do about it, in all variants, with examples of numbers and names. */
  readonly details: readonly string[]
}

/** Every kind of problem that Ken responds with, by status and code. */
export function kindsOfProblem(): readonly KindOfProblem[] {
  const problems = Object.keys(problemTable).map((code) => exampleProblem(code as FailureCode))
  return [...Map.groupBy(problems, ({ code }) => code).values()]
    .map((group) => ({ ...group[0]!, details: [...new Set(group.map(({ detail }) => detail))] }))
    .map(({ code, status, title, details }) => ({ code, status, title, details }))
    .toSorted((left, right) => left.status - right.status || left.code.localeCompare(right.code))
}
