import { variableNames, variables, type Variable } from '../variables.ts'

/** The table of docs/configuration.md. */
export function configurationTable(): string {
  const secrets = variableNames.filter((name) => variables[name].isSecret === true)
  return [
    '| variable | default | value | meaning |',
    '|---|---|---|---|',
    ...variableNames.map((name) => row(name)),
    '',
    `These values are secret; prefer files: ${secrets.map(code).join(', ')}.`,
    '',
  ].join('\n')
}

const code = (text: string): string => `\`${text}\``

function row(name: Variable): string {
  const { schema, fallback, shownFallback, example, requiredWith, meaning } = variables[name]
  const isNone = fallback === null || (Array.isArray(fallback) && fallback.length === 0)
  // Formatted as code, because Markdown would turn addresses into links.
  const value = (schema.description ?? '').replace(/(?:\w+ (?=<))?\S*(?:[@<?]|:\/\/)[^\s,]*/g, code)
  const cells = [
    code(name),
    shownFallback ?? (isNone ? 'none' : code(String(fallback))),
    example === undefined ? value : `${value}: ${code(example)}`,
    requiredWith === undefined ? meaning : `${meaning} Required with ${code(requiredWith)}.`,
  ]
  return `| ${cells.join(' | ')} |`
}
