import { readFileSync } from 'node:fs'
import { isLinkedPort } from './service-links.ts'
import { variableNames, variables, type ValueOf, type Variable } from './variables.ts'

export type Environment = { readonly [name: string]: string | undefined }
export type Values = { readonly [Name in Variable]: ValueOf<Name> }

type ReadVariable = { readonly value: unknown; readonly faults: readonly string[] }

/** The value of every variable, and what is wrong with those that are invalid: never their values. */
export function readVariables(env: Environment): {
  readonly values: Values
  readonly faults: readonly string[]
} {
  const read = new Map<string, ReadVariable>(
    variableNames.map((name) => [name, readVariable(env, name)]),
  )
  const isValid = (name: string) => read.get(name)?.faults.length === 0
  const isAbsent = (name: string) => isValid(name) && read.get(name)?.value === null
  const isGiven = (name: string) => isValid(name) && read.get(name)?.value !== null
  const hasOwnValue = (name: string) =>
    read.get(name)?.value !== variables[name as Variable].fallback // A name of a variable.
  const missing = variableNames.flatMap((name) => {
    const { requiredWith: other, hasDefaultWith: source, hint } = variables[name]
    if (other === undefined || !isAbsent(name) || !isGiven(other)) return []
    if (source !== undefined && hasOwnValue(source)) return []
    return `${name} is required with ${other}.${hint === undefined ? '' : ` ${hint}`}`
  })
  const entries = Array.from(read, ([name, { value }]) => [name, value] as const)
  return {
    // The compiler cannot see that each value comes from the schema of its name.
    values: Object.fromEntries(entries) as Values,
    faults: [...Array.from(read.values(), ({ faults }) => faults).flat(), ...missing],
  }
}

function readVariable(env: Environment, name: Variable): ReadVariable {
  const { schema, fallback, mayBeEmpty = false } = variables[name]
  const { text, faults } = textOf(env, name)
  if (text === undefined || (text === '' && !mayBeEmpty)) return { value: fallback, faults }
  const parsed = schema.safeParse(text)
  const isInQuotes = isQuoted(text)
  if (parsed.success && !isInQuotes) return { value: parsed.data, faults }
  const [line] = parsed.error?.issues[0]?.path ?? []
  const fault = `${name} must be ${schema.description}.${line === undefined ? '' : ` Correct line ${String(line)}.`}`
  const advice = isInQuotes ? quoteAdvice : isLinkedPort(name, text) ? linkAdvice : ''
  return { value: fallback, faults: [...faults, fault + advice] }
}

function textOf(
  env: Environment,
  name: Variable,
): { readonly text: string | undefined; readonly faults: readonly string[] } {
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return { text: env[name], faults: [] }
  const faults =
    env[name] === undefined || env[name] === ''
      ? []
      : [`${name} and ${name}_FILE are both set. Remove one of them.`]
  try {
    const text = readFileSync(file, 'utf8').trim()
    // A secret that was not mounted must not start an empty Ken on the embedded database.
    const { mayBeEmpty = false, mayHaveEmptyFile = false } = variables[name]
    const isLost = text === '' && !mayBeEmpty && !mayHaveEmptyFile
    const lost = `${name}_FILE names an empty file. Write the value into it, or remove ${name}_FILE.`
    return { text, faults: isLost ? [...faults, lost] : faults }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    return {
      text: undefined,
      faults: [...faults, `${name}_FILE names a file that cannot be read (${code}).`],
    }
  }
}

/** A shell removes such quotes, and an env file of Docker keeps them. */
const isQuoted = (text: string): boolean => /^"[^"]*"$|^'[^']*'$/.test(text.trim())

const quoteAdvice = ' Remove the quotes around the value.'

const linkAdvice =
  ' Kubernetes sets it for a service named ken: set enableServiceLinks: false in the pod.'
