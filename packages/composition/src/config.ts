import { displayName, newEmail, personLimitDefault, type Email } from '@ken/core'
import { parseSmtpUrl } from '@ken/smtp'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Everything Ken can be told from outside, validated. Made by `loadConfig` or by an embedding program itself. */
export type Config = {
  readonly host: string
  readonly port: number
  /** Where people reach Ken, without a trailing slash; links are built from this and nothing else. */
  readonly baseUrl: string
  /** Absolute path; holds the embedded database and generated secrets. */
  readonly dataDirectory: string
  /** Null runs the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | null
  readonly databasePoolMax: number
  /** Null counts limits in this process. */
  readonly redisUrl: string | null
  /** `id:base64,...`, newest first; null generates them into `dataDirectory` on the embedded database. */
  readonly secrets: string | null
  /** Which hosts browsers are to reach over https alone, once `baseUrl` is https: its own, those below it as well, or none. */
  readonly hsts: HstsScope
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Calls that a person may make in a minute over all keys and sessions. */
  readonly personLimit: number
  /** Null switches the breach check off. */
  readonly breachUrl: string | null
  readonly embedder: EmbedderConfig | null
  /** Null answers questions with findings alone. */
  readonly answerModel: AnswerModelConfig | null
  /** Null sends no mail: nobody can be invited, and passwords are reset by hand. */
  readonly mail: MailConfig | null
  /** How many mails go out in a second at most while many wait. */
  readonly mailPerSecond: number
  /** Whether administrators may name a team-chat server on this machine. */
  readonly allowsLocalTeamChat: boolean
  readonly logLevel: LogLevel
}

export const hstsScopes = ['host', 'subdomains', 'off'] as const
export type HstsScope = (typeof hstsScopes)[number]

export type EmbedderConfig = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  readonly budgetMs: number
}

export type AnswerModelConfig = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** What one answer may take. */
  readonly budgetMs: number
  /** What a prompt may count. */
  readonly promptTokensMax: number
}

export type MailConfig = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly smtpUrl: string
  readonly from: { readonly name: string; readonly address: Email }
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used. `message` names every variable at fault and what it may be; never its value. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
  }
}

export type Environment = { readonly [name: string]: string | undefined }
export type LoadedConfig = { readonly config: Config; readonly warnings: readonly string[] }

/** How one variable is read: null for text that it may not be, and then what it may be. */
type Setting<Value> = { readonly parse: (text: string) => Value | null; readonly allowed: string }

const text: Setting<string> = { parse: (input) => input, allowed: 'must not be empty' }

const whole = (min: number, max: number): Setting<number> => ({
  parse: (input) => (/^\d{1,9}$/.test(input) && Number(input) >= min && Number(input) <= max ? Number(input) : null),
  allowed: `must be a whole number from ${min} to ${max}`,
})

const hostName: Setting<string> = {
  parse: (input) => (isIP(input) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(input) ? input : null),
  allowed: 'must be an IP address or a host name',
}

/** The address of a server with whatever belongs to connecting to it. */
const connectionUrl = (...starts: readonly string[]): Setting<string> => ({
  parse: (input) => (URL.canParse(input) && starts.some((start) => input.startsWith(start)) ? input : null),
  allowed: `must be a URL that starts with ${starts.join(' or ')}`,
})

const smtpUrl: Setting<string> = {
  parse: (input) => (parseSmtpUrl(input) === null ? null : input),
  allowed:
    'must be smtp:// or smtps://, user:password@ if the server wants them, host and port, and at most ?tls=required or ?tls=none after smtp://',
}

const sender: Setting<MailConfig['from']> = {
  parse: (input) => {
    const [, name = 'Ken', named, bare] = /^(?:([^<>]+?) *<([^<>]*)>|([^<> ]+))$/.exec(input) ?? []
    const address = newEmail(named ?? bare ?? '')
    const shown = displayName(name)
    return address === null || shown === null ? null : { name: shown, address }
  },
  allowed: 'must be an address such as ken@example.com or Ken <ken@example.com>',
}

/** The URL that paths are put behind, without a trailing slash. */
const baseUrl: Setting<string> = {
  parse: (input) => {
    const url = /^https?:\/\//i.test(input) ? URL.parse(input) : null
    if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '') return null
    return url.href.replace(/\/+$/, '')
  },
  allowed: 'must be a URL that starts with http:// or https://, without user, query or fragment',
}

const oneOf = <const Value extends string>(...values: readonly Value[]): Setting<Value> => ({
  parse: (input) => values.find((value) => value === input) ?? null,
  allowed: `must be one of ${values.join(', ')}`,
})

const list = (isEntry: (entry: string) => boolean, allowed: string): Setting<readonly string[]> => ({
  parse: (input) => {
    const entries = input.split(',').map((entry) => entry.trim())
    return entries.every(isEntry) ? entries : null
  },
  allowed,
})

const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...rest] = entry.split('/')
  const width = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
}

const isOrigin = (entry: string): boolean => URL.canParse(entry) && new URL(entry).origin === entry

/** Every variable Ken reads. `docs/configuration.md` documents each; a test compares the two. */
const settings = {
  KEN_HOST: hostName,
  KEN_PORT: whole(0, 65_535),
  KEN_BASE_URL: baseUrl,
  KEN_DATA_DIR: text,
  KEN_DATABASE_URL: connectionUrl('postgres://', 'postgresql://'),
  KEN_DATABASE_POOL: whole(2, 200),
  KEN_REDIS_URL: connectionUrl('redis://', 'rediss://'),
  KEN_SECRETS: text,
  KEN_HSTS: oneOf(...hstsScopes),
  KEN_TRUSTED_PROXIES: list(isNetwork, 'must be IP addresses or CIDR ranges, separated by commas'),
  KEN_CORS_ORIGINS: list(isOrigin, 'must be origins such as https://portal.example.com, separated by commas'),
  KEN_PERSON_LIMIT: whole(1, 1_000_000),
  KEN_BREACH_URL: baseUrl,
  KEN_EMBEDDER_URL: baseUrl,
  KEN_EMBEDDER_MODEL: text,
  KEN_EMBEDDER_KEY: text,
  KEN_EMBEDDER_BUDGET_MS: whole(50, 10_000),
  KEN_MODEL_URL: baseUrl,
  KEN_MODEL: text,
  KEN_MODEL_KEY: text,
  KEN_MODEL_BUDGET_MS: whole(100, 240_000),
  KEN_MODEL_PROMPT_TOKENS: whole(1_000, 1_000_000),
  KEN_SMTP_URL: smtpUrl,
  KEN_MAIL_FROM: sender,
  KEN_MAIL_PER_SECOND: whole(1, 1_000),
  KEN_TEAMCHAT_LOOPBACK: oneOf('allow', 'refuse'),
  KEN_LOG_LEVEL: oneOf(...logLevels),
} as const

type Variable = keyof typeof settings
type ValueOf<Name extends Variable> = ReturnType<(typeof settings)[Name]['parse']>

export const variables = Object.keys(settings) as readonly Variable[]

const defaultBreachUrl = 'https://api.pwnedpasswords.com'

/**
 * Reads the configuration from environment variables. `NAME_FILE` reads a value from a file. Throws
 * `ConfigError` that names every variable at fault; warns of `KEN_` variables that mean nothing.
 */
export function loadConfig(env: Environment): LoadedConfig {
  const faults: string[] = []
  const parse = <Name extends Variable>(name: Name, input: string): ValueOf<Name> | null => {
    if (input === '') return null
    const value = settings[name].parse(input) as ValueOf<Name>
    if (value === null) faults.push(`${name} ${settings[name].allowed}.`)
    return value
  }
  const read = <Name extends Variable>(name: Name) => parse(name, readVariable(env, name, faults) ?? '')
  /** Unless it was said already what is wrong with the variable. */
  const demand = (name: Variable, reason: string) => {
    if (!faults.some((fault) => [`${name} `, `${name}_FILE `].some((start) => fault.startsWith(start))))
      faults.push(`${name} is required ${reason}`)
  }

  const host = read('KEN_HOST') ?? '127.0.0.1'
  const port = read('KEN_PORT') ?? 8080
  const databaseUrl = read('KEN_DATABASE_URL')
  const secrets = read('KEN_SECRETS')
  const breachInput = readVariable(env, 'KEN_BREACH_URL', faults)
  const [embedderUrl, embedderModel] = [read('KEN_EMBEDDER_URL'), read('KEN_EMBEDDER_MODEL')]
  const [modelUrl, model] = [read('KEN_MODEL_URL'), read('KEN_MODEL')]
  const [mailUrl, mailFrom] = [read('KEN_SMTP_URL'), read('KEN_MAIL_FROM')]
  const embedderRest = { key: read('KEN_EMBEDDER_KEY'), budgetMs: read('KEN_EMBEDDER_BUDGET_MS') ?? 800 }
  const modelRest = {
    key: read('KEN_MODEL_KEY'),
    budgetMs: read('KEN_MODEL_BUDGET_MS') ?? 30_000,
    promptTokensMax: read('KEN_MODEL_PROMPT_TOKENS') ?? 6_000,
  }
  const config: Config = {
    host,
    port,
    baseUrl: read('KEN_BASE_URL') ?? `http://${reachableAs(host)}:${port}`,
    dataDirectory: resolve(read('KEN_DATA_DIR') ?? '.ken'),
    databaseUrl,
    databasePoolMax: read('KEN_DATABASE_POOL') ?? 10,
    redisUrl: read('KEN_REDIS_URL'),
    secrets,
    hsts: read('KEN_HSTS') ?? 'host',
    trustedProxies: read('KEN_TRUSTED_PROXIES') ?? [],
    corsOrigins: read('KEN_CORS_ORIGINS') ?? [],
    personLimit: read('KEN_PERSON_LIMIT') ?? personLimitDefault,
    // Empty is a value here: it switches the check off.
    breachUrl: breachInput === '' ? null : (parse('KEN_BREACH_URL', breachInput ?? '') ?? defaultBreachUrl),
    embedder: embedderUrl === null || embedderModel === null ? null : { url: embedderUrl, model: embedderModel, ...embedderRest },
    answerModel: modelUrl === null || model === null ? null : { url: modelUrl, model, ...modelRest },
    mail: mailUrl === null || mailFrom === null ? null : { smtpUrl: mailUrl, from: mailFrom },
    mailPerSecond: read('KEN_MAIL_PER_SECOND') ?? 2,
    allowsLocalTeamChat: read('KEN_TEAMCHAT_LOOPBACK') === 'allow',
    logLevel: read('KEN_LOG_LEVEL') ?? 'info',
  }
  if (databaseUrl !== null && secrets === null)
    demand('KEN_SECRETS', 'with KEN_DATABASE_URL. Make a value with: ken secrets generate')
  if (embedderUrl === null && embedderModel !== null) demand('KEN_EMBEDDER_URL', 'with KEN_EMBEDDER_MODEL.')
  if (embedderUrl !== null && embedderModel === null) demand('KEN_EMBEDDER_MODEL', 'with KEN_EMBEDDER_URL.')
  if (modelUrl === null && model !== null) demand('KEN_MODEL_URL', 'with KEN_MODEL.')
  if (modelUrl !== null && model === null) demand('KEN_MODEL', 'with KEN_MODEL_URL.')
  if (mailUrl !== null && mailFrom === null) demand('KEN_MAIL_FROM', 'with KEN_SMTP_URL.')
  if (mailUrl === null && mailFrom !== null) demand('KEN_SMTP_URL', 'with KEN_MAIL_FROM.')
  if (faults.length > 0) throw new ConfigError(faults)
  return { config, warnings: unknownVariables(env) }
}

function readVariable(env: Environment, name: string, faults: string[]): string | undefined {
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return env[name]
  if (env[name] !== undefined && env[name] !== '') faults.push(`${name} and ${name}_FILE are both set. Remove one of them.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    faults.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`)
    return undefined
  }
}

function unknownVariables(env: Environment): readonly string[] {
  const known = new Set<string>(variables.flatMap((name) => [name, `${name}_FILE`]))
  return Object.keys(env)
    .filter((name) => name.startsWith('KEN_') && !name.startsWith('KEN_TEST_') && !known.has(name))
    .toSorted()
    .map((name) => `${name} is set, but Ken knows no such variable.`)
}

/** How a browser on this machine reaches an address that is listened on. */
function reachableAs(host: string): string {
  const isHere = isIP(host) === 4 && host.startsWith('127.')
  if (isHere || ['::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
