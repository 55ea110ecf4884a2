import type { Environment } from './read-variables.ts'
import { isServiceLink } from './service-links.ts'
import { similarName } from './similar-name.ts'
import { variableNames } from './variables.ts'

/** A warning for each variable that looks like one of Ken and is none. */
export function unknownVariables(env: Environment): readonly string[] {
  const known = new Set<string>(variableNames.flatMap((name) => [name, `${name}_FILE`]))
  return Object.entries(env)
    .filter(([name]) => name.startsWith('KEN_') && !name.startsWith('KEN_TEST_'))
    .filter(([name, value = '']) => !known.has(name) && !isServiceLink(name, value))
    .map(([name]) => name)
    .toSorted()
    .map((name) => {
      const similar = similarName(name, [...known])
      const question = similar === null ? '' : ` Did you mean ${similar}?`
      return `${name} is set, but Ken knows no such variable.${question}`
    })
}
