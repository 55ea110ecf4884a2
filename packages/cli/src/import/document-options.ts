import { parsePrincipal, parseSource } from '@ken/core'
import { InvalidArgumentError } from 'commander'
import { parseList } from '../options.ts'

/** Principals separated by commas, in core's spelling. */
export function parsePrincipals(input: string): readonly string[] {
  const entries = parseList(input)
  const wrong = entries.filter((entry) => parsePrincipal(entry) === null)
  if (wrong.length === 0) return entries
  throw new InvalidArgumentError(
    `Allowed are everyone, role:Owner, role:Admin, role:Member, group:<slug> and user:<id>; not ${wrong.join(', ')}.`,
  )
}

/** The name of a source, in core's spelling. */
export function parseSourceName(input: string): string {
  const source = parseSource(input)
  if (source !== null) return source
  throw new InvalidArgumentError(
    'It must be lower-case letters, digits, "-" and "_", at most 63 characters.',
  )
}
