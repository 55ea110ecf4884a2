import { KenProblem } from '@ken/client'

/** The fields of a request that the server refused. */
export const faultyFields = (error: unknown): ReadonlySet<string> =>
  new Set(
    error instanceof KenProblem
      ? error.errors.map(({ pointer }) => pointer.split('/')[1] ?? '')
      : [],
  )
