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
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Null switches the breach check off. */
  readonly breachUrl: string | null
  readonly embedder: EmbedderConfig | null
  readonly logLevel: LogLevel
}

export type EmbedderConfig = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  readonly budgetMs: number
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

const url = (...schemes: readonly string[]): Setting<string> => ({
  parse: (input) => (URL.canParse(input) && schemes.includes(new URL(input).protocol) ? input.replace(/\/+$/, '') : null),
  allowed: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
})

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
  KEN_HOST: text,
  KEN_PORT: whole(0, 65_535),
  KEN_BASE_URL: url('http:', 'https:'),
  KEN_DATA_DIR: text,
  KEN_DATABASE_URL: url('postgres:', 'postgresql:'),
  KEN_DATABASE_POOL: whole(2, 200),
  KEN_REDIS_URL: url('redis:', 'rediss:'),
  KEN_SECRETS: text,
  KEN_TRUSTED_PROXIES: list(isNetwork, 'must be IP addresses or CIDR ranges, separated by commas'),
  KEN_CORS_ORIGINS: list(isOrigin, 'must be origins such as https://portal.example.com, separated by commas'),
  KEN_BREACH_URL: url('http:', 'https:'),
  KEN_EMBEDDER_URL: url('http:', 'https:'),
  KEN_EMBEDDER_MODEL: text,
  KEN_EMBEDDER_KEY: text,
  KEN_EMBEDDER_BUDGET_MS: whole(50, 10_000),
  KEN_LOG_LEVEL: oneOf(...logLevels),
} as const

type Variable = keyof typeof settings

export const variables = Object.keys(settings) as readonly Variable[]

const defaultBreachUrl = 'https://api.pwnedpasswords.com'

/**
 * Reads the configuration from environment variables. `NAME_FILE` reads a value from a file. Throws
 * `ConfigError` that names every variable at fault; warns of `KEN_` variables that mean nothing.
 */
export function loadConfig(env: Environment): LoadedConfig {
  const faults: string[] = []
  const read = <Name extends Variable>(name: Name): ReturnType<(typeof settings)[Name]['parse']> => {
    const input = readVariable(env, name, faults)
    if (input === undefined || input === '') return null as ReturnType<(typeof settings)[Name]['parse']>
    const value = settings[name].parse(input) as ReturnType<(typeof settings)[Name]['parse']>
    if (value === null) faults.push(`${name} ${settings[name].allowed}.`)
    return value
  }

  const host = read('KEN_HOST') ?? '127.0.0.1'
  const port = read('KEN_PORT') ?? 8080
  const databaseUrl = read('KEN_DATABASE_URL')
  const config: Config = {
    host,
    port,
    baseUrl: read('KEN_BASE_URL') ?? `http://${isLoopback(host) ? 'localhost' : host}:${port}`,
    dataDirectory: resolve(read('KEN_DATA_DIR') ?? '.ken'),
    databaseUrl,
    databasePoolMax: read('KEN_DATABASE_POOL') ?? 10,
    redisUrl: read('KEN_REDIS_URL'),
    secrets: read('KEN_SECRETS'),
    trustedProxies: read('KEN_TRUSTED_PROXIES') ?? [],
    corsOrigins: read('KEN_CORS_ORIGINS') ?? [],
    breachUrl: env['KEN_BREACH_URL'] === '' ? null : (read('KEN_BREACH_URL') ?? defaultBreachUrl),
    embedder: embedderConfig(
      read('KEN_EMBEDDER_URL'),
      read('KEN_EMBEDDER_MODEL'),
      read('KEN_EMBEDDER_KEY'),
      read('KEN_EMBEDDER_BUDGET_MS'),
      faults,
    ),
    logLevel: read('KEN_LOG_LEVEL') ?? 'info',
  }
  if (databaseUrl !== null && config.secrets === null && !faults.some((fault) => fault.startsWith('KEN_SECRETS'))) {
    faults.push('KEN_SECRETS is required with KEN_DATABASE_URL. Make a value with: ken secrets generate')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return { config, warnings: unknownVariables(env) }
}

function readVariable(env: Environment, name: string, faults: string[]): string | undefined {
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return env[name]
  if (env[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set. Remove one of them.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    faults.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`)
    return undefined
  }
}

function embedderConfig(
  address: string | null,
  model: string | null,
  key: string | null,
  budgetMs: number | null,
  faults: string[],
): EmbedderConfig | null {
  if (address === null && model === null) return null
  if (address !== null && model !== null) return { url: address, model, key, budgetMs: budgetMs ?? 800 }
  faults.push(
    `${address === null ? 'KEN_EMBEDDER_URL' : 'KEN_EMBEDDER_MODEL'} is missing: an embedder needs both KEN_EMBEDDER_URL and KEN_EMBEDDER_MODEL.`,
  )
  return null
}

function unknownVariables(env: Environment): readonly string[] {
  const known = new Set<string>(variables.flatMap((name) => [name, `${name}_FILE`]))
  return Object.keys(env)
    .filter((name) => name.startsWith('KEN_') && !name.startsWith('KEN_TEST_') && !known.has(name))
    .toSorted()
    .map((name) => `${name} is set, but Ken knows no such variable.`)
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
