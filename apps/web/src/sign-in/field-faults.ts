import { KenProblem } from '@ken/client'

/** The fields of a form that the server finds invalid, by name, for any reason. */
export function invalidFields(error: unknown): readonly string[] {
  if (!(error instanceof KenProblem) || error.code !== 'INVALID_REQUEST') return []
  return error.errors.map(({ pointer }) => pointer.replace(/^#\//, ''))
}
