import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { variables, type Variable } from './variables.ts'

type Option = readonly [name: string, variable: Variable, value: unknown]

/**
 * Throws `ConfigError` that names all invalid options of a configuration that an embedding program created or changed. An
 * option must be what its variable must be. Secrets and synonyms are checked where they are read.
 */
export function requireValidConfig(config: Config): void {
  const faults = optionsOf(config)
    .filter((option) => !isValid(option))
    .map(([name, variable]) => `${name} must be ${variables[variable].schema.description}.`)
  if (faults.length > 0) throw new ConfigError(faults)
}

function isValid([, variable, value]: Option): boolean {
  const { schema, fallback, mayBeEmpty = false } = variables[variable]
  if (value === null) return fallback === null || mayBeEmpty
  if (Array.isArray(value)) return value.length === 0 || schema.safeParse(value.join(',')).success
  return schema.safeParse(typeof value === 'number' ? String(value) : value).success
}

const optionsOf = (config: Config): readonly Option[] => [
  ['host', 'KEN_HOST', config.host],
  ['port', 'KEN_PORT', config.port],
  ['baseUrl', 'KEN_BASE_URL', config.baseUrl],
  ['dataDirectory', 'KEN_DATA_DIR', config.dataDirectory],
  ['databaseUrl', 'KEN_DATABASE_URL', config.databaseUrl],
  ['databasePoolMax', 'KEN_DATABASE_POOL', config.databasePoolMax],
  ['redisUrl', 'KEN_REDIS_URL', config.redisUrl],
  ['hsts', 'KEN_HSTS', config.hsts],
  ['trustedProxies', 'KEN_TRUSTED_PROXIES', config.trustedProxies],
  ['corsOrigins', 'KEN_CORS_ORIGINS', config.corsOrigins],
  ['personLimit', 'KEN_PERSON_LIMIT', config.personLimit],
  ['searchBudgetMs', 'KEN_SEARCH_BUDGET_MS', config.searchBudgetMs],
  ...passwordOptionsOf(config),
  ...modelOptionsOf(config),
  ...mailOptionsOf(config),
  ['workspaceChatUrl', 'KEN_WORKSPACE_CHAT_URL', config.workspaceChatUrl],
  ['logLevel', 'KEN_LOG_LEVEL', config.logLevel],
]

const passwordOptionsOf = ({ passwordHashCost: cost, breachUrl }: Config): readonly Option[] => [
  ['passwordHashCost.memoryKib', 'KEN_PASSWORD_HASH_MEMORY_KIB', cost.memoryKib],
  ['passwordHashCost.iterations', 'KEN_PASSWORD_HASH_ITERATIONS', cost.iterations],
  ['passwordHashCost.parallelism', 'KEN_PASSWORD_HASH_PARALLELISM', cost.parallelism],
  ['breachUrl', 'KEN_BREACH_URL', breachUrl],
]

const modelOptionsOf = ({ embedder, answerModel }: Config): readonly Option[] => [
  ...(embedder === null
    ? []
    : ([
        ['embedder.url', 'KEN_EMBEDDER_URL', embedder.url],
        ['embedder.budgetMs', 'KEN_EMBEDDER_BUDGET_MS', embedder.budgetMs],
      ] as const)),
  ...(answerModel === null
    ? []
    : ([
        ['answerModel.provider', 'KEN_MODEL_PROVIDER', answerModel.provider],
        ['answerModel.url', 'KEN_MODEL_URL', answerModel.url],
        ['answerModel.budgetMs', 'KEN_MODEL_BUDGET_MS', answerModel.budgetMs],
        ['answerModel.promptTokensMax', 'KEN_MODEL_PROMPT_TOKENS', answerModel.promptTokensMax],
        ['answerModel.answerTokensMax', 'KEN_MODEL_ANSWER_TOKENS', answerModel.answerTokensMax],
        ['answerModel.concurrencyMax', 'KEN_MODEL_CONCURRENCY', answerModel.concurrencyMax],
      ] as const)),
]

const mailOptionsOf = ({ mail, mailPerSecond }: Config): readonly Option[] => [
  ['mailPerSecond', 'KEN_MAIL_PER_SECOND', mailPerSecond],
  ...(mail === null
    ? []
    : ([
        ['mail.smtpUrl', 'KEN_SMTP_URL', mail.smtpUrl],
        ['mail.from.address', 'KEN_MAIL_FROM', mail.from.address],
        ['mail.language', 'KEN_MAIL_LANGUAGE', mail.language],
      ] as const)),
]
