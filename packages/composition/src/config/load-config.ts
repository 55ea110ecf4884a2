import { providerUrls } from '@ken/models'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { AnswerModelConfig, Config, EmbedderConfig, MailConfig } from './config.ts'
import { similarName } from './similar-name.ts'
import { variableNames, variables, type ValueOf, type Variable } from './variables.ts'

/**
 * An invalid setting. `message` names all invalid variables and what they must be, never their
 * values.
 */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
  }
}

export type Environment = { readonly [name: string]: string | undefined }
export type LoadedConfig = { readonly config: Config; readonly warnings: readonly string[] }

/**
 * Reads the configuration from environment variables. `NAME_FILE` reads a value from a file. Throws
 * `ConfigError` that names all invalid variables; warns of unknown `KEN_` variables.
 */
export function loadConfig(env: Environment): LoadedConfig {
  const { values, faults } = readVariables(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return { config: configOf(values), warnings: unknownVariables(env) }
}

type Values = { readonly [Name in Variable]: ValueOf<Name> }

function configOf(values: Values): Config {
  const { KEN_HOST: host, KEN_PORT: port } = values
  return {
    host,
    port,
    baseUrl: values.KEN_BASE_URL ?? `http://${reachableAs(host)}:${port}`,
    dataDirectory: resolve(values.KEN_DATA_DIR),
    databaseUrl: values.KEN_DATABASE_URL,
    databasePoolMax: values.KEN_DATABASE_POOL,
    redisUrl: values.KEN_REDIS_URL,
    secrets: values.KEN_SECRETS,
    hsts: values.KEN_HSTS,
    trustedProxies: values.KEN_TRUSTED_PROXIES,
    corsOrigins: values.KEN_CORS_ORIGINS,
    personLimit: values.KEN_PERSON_LIMIT,
    searchBudgetMs: values.KEN_SEARCH_BUDGET_MS,
    synonyms: values.KEN_SYNONYMS,
    passwordHashCost: {
      memoryKib: values.KEN_PASSWORD_HASH_MEMORY_KIB,
      iterations: values.KEN_PASSWORD_HASH_ITERATIONS,
      parallelism: values.KEN_PASSWORD_HASH_PARALLELISM,
    },
    breachUrl: values.KEN_BREACH_URL,
    embedder: embedderOf(values),
    answerModel: answerModelOf(values),
    mail: mailOf(values),
    mailPerSecond: values.KEN_MAIL_PER_SECOND,
    allowsLocalTeamChat: values.KEN_TEAMCHAT_LOOPBACK === 'allow',
    workspaceChatUrl: values.KEN_WORKSPACE_CHAT_URL,
    logLevel: values.KEN_LOG_LEVEL,
  }
}

function embedderOf(values: Values): EmbedderConfig | null {
  const { KEN_EMBEDDER_URL: url, KEN_EMBEDDER_MODEL: model, KEN_EMBEDDER_KEY: key } = values
  if (url === null || model === null) return null
  return { url, model, key, budgetMs: values.KEN_EMBEDDER_BUDGET_MS }
}

function answerModelOf(values: Values): AnswerModelConfig | null {
  const { KEN_MODEL_PROVIDER: provider, KEN_MODEL: model, KEN_MODEL_KEY: key } = values
  const url = values.KEN_MODEL_URL ?? providerUrls[provider]
  if (url === null || model === null) return null
  return {
    provider,
    url,
    model,
    key,
    budgetMs: values.KEN_MODEL_BUDGET_MS,
    promptTokensMax: values.KEN_MODEL_PROMPT_TOKENS,
    answerTokensMax: values.KEN_MODEL_ANSWER_TOKENS,
    concurrencyMax: values.KEN_MODEL_CONCURRENCY,
  }
}

function mailOf({
  KEN_SMTP_URL: smtpUrl,
  KEN_MAIL_FROM: from,
  KEN_MAIL_LANGUAGE: language,
}: Values): MailConfig | null {
  return smtpUrl === null || from === null ? null : { smtpUrl, from, language }
}

type ReadVariable = { readonly value: unknown; readonly faults: readonly string[] }

function readVariables(env: Environment): {
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

function unknownVariables(env: Environment): readonly string[] {
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

/**
 * Whether Kubernetes set this variable. In every container it describes each service of the namespace: for one named `ken`
 * or `ken-redis`, in variables that start with `KEN_`.
 */
const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  isLinkedPort(name, value)

const isLinkedPort = (name: string, value: string): boolean =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)

/** A shell removes such quotes, and an env file of Docker keeps them. */
const isQuoted = (text: string): boolean => /^"[^"]*"$|^'[^']*'$/.test(text.trim())

const quoteAdvice = ' Remove the quotes around the value.'

const linkAdvice =
  ' Kubernetes sets it for a service named ken: set enableServiceLinks: false in the pod.'

/** The address for a browser on this machine if Ken listens on this host. */
function reachableAs(host: string): string {
  const isHere = isIP(host) === 4 && host.startsWith('127.')
  if (isHere || ['::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  // No URL can name the interface of a link-local address.
  return isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host
}
