import { providerUrls } from '@ken/models'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { AnswerModelConfig, Config, EmbedderConfig, MailConfig } from './config.ts'
import { readVariables, type Environment, type Values } from './read-variables.ts'
import { unknownVariables } from './unknown-variables.ts'

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

/** The address for a browser on this machine if Ken listens on this host. */
function reachableAs(host: string): string {
  const isHere = isIP(host) === 4 && host.startsWith('127.')
  if (isHere || ['::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  // No URL can name the interface of a link-local address.
  return isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host
}
