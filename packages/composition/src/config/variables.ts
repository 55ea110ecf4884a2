import { personLimitDefault } from '@ken/core'
import { modelSlotLimits, searchBudgetMsDefault } from '@ken/core/ports'
import { argon2ParametersMax as hashMax, argon2ParametersMin as hashMin } from '@ken/crypto'
import { modelProviders } from '@ken/models'
import { mailLanguages } from '@ken/smtp'
import type { z } from 'zod'
import {
  baseUrl,
  baseUrlOrNone,
  databaseUrl,
  hostName,
  networks,
  oneOf,
  origins,
  redisUrl,
  sender,
  smtpUrl,
  synonyms,
  text,
  wholeNumber,
} from './value-schemas.ts'

export const hstsScopes = ['host', 'subdomains', 'off'] as const
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * One variable: how its text is parsed and, in Markdown, its description in docs/configuration.md.
 */
type Declaration<Schema extends z.ZodType, Fallback> = {
  /** Its description says what the text must be. */
  readonly schema: Schema
  /** Used if the variable is unset or empty. */
  readonly fallback: Fallback
  /** What the page shows as the default instead of the fallback. */
  readonly shownFallback?: string
  readonly example?: string
  readonly meaning: string
  /** A setting that needs this variable. */
  readonly requiredWith?: `KEN_${string}`
  /** The variable that gives it a default if it is set to something else than its own. */
  readonly hasDefaultWith?: `KEN_${string}`
  /** How to get a value. */
  readonly hint?: string
  readonly isSecret?: true
  /** The schema also parses an empty text. */
  readonly mayBeEmpty?: true
  /** An empty file counts as unset: it is a list without entries. */
  readonly mayHaveEmptyFile?: true
}

type Words<Fallback> = Omit<Declaration<z.ZodType, Fallback>, 'schema' | 'fallback'>

const withDefault = <Schema extends z.ZodType, const Fallback extends z.output<Schema>>(
  schema: Schema,
  fallback: Fallback,
  words: Words<Fallback>,
): Declaration<Schema, Fallback> => ({ schema, fallback, ...words })

const optional = <Schema extends z.ZodType>(
  schema: Schema,
  words: Words<null>,
): Declaration<Schema, null> => ({ schema, fallback: null, ...words })

const model = 'http://localhost:11434/v1'

/**
 * Every variable that Ken reads, in the order of the page. Each one can also be read from
 * `NAME_FILE`.
 */
export const variables = {
  KEN_HOST: withDefault(hostName, '127.0.0.1', {
    meaning: 'Address to listen on. `0.0.0.0` listens on all.',
  }),
  KEN_PORT: withDefault(wholeNumber(0, 65_535), 8080, {
    meaning: 'Port to listen on; 0 chooses a free one.',
  }),
  KEN_BASE_URL: optional(baseUrl, {
    shownFallback: '`http://localhost:8080`, following host and port',
    example: 'https://ken.example.com',
    meaning:
      'Where people reach Ken. Every link that Ken creates starts with it; request headers have no influence on links.',
  }),
  KEN_DATA_DIR: withDefault(text('a directory'), '.ken', {
    meaning:
      'Directory of the embedded database, generated secrets, lock and socket. Created with mode 0700.',
  }),
  KEN_DATABASE_URL: optional(databaseUrl, {
    shownFallback: 'none: embedded',
    example: 'postgres://user:password@host:5432/database',
    isSecret: true,
    meaning:
      'Database, PostgreSQL 15 or newer, in the encoding UTF8. `?sslmode=require` encrypts the connection and, as `verify-full` does, verifies the certificate of the server; `no-verify` does not verify it.',
  }),
  KEN_DATABASE_POOL: withDefault(wholeNumber(2, 200), 10, {
    meaning:
      'Connections per process for the work of requests. Ken opens a few more: see [Connections to the database](#connections-to-the-database).',
  }),
  KEN_REDIS_URL: optional(redisUrl, {
    shownFallback: 'none: in process',
    example: 'redis://:password@host:6379',
    isSecret: true,
    meaning: 'Redis 6 or newer. Required when several processes serve one database.',
  }),
  KEN_SECRETS: optional(text('`id:base64`, separated by commas'), {
    shownFallback: 'generated into the data directory on the embedded database',
    requiredWith: 'KEN_DATABASE_URL',
    hint: 'Create a value with: ken secrets generate',
    isSecret: true,
    meaning:
      'Newest first, each at least 32 random bytes; `ken secrets generate` creates one. See [Secrets](#secrets).',
  }),
  KEN_HSTS: withDefault(oneOf(...hstsScopes), 'host', {
    meaning:
      'If `KEN_BASE_URL` is https, browsers use only https for its host for a year (strict transport security). `subdomains` adds every host below it: set it only if all of them serve https. `off` leaves the header to a proxy.',
  }),
  KEN_TRUSTED_PROXIES: withDefault(networks, [], {
    example: '10.0.0.5,fd00::/64',
    meaning:
      'Proxies whose `X-Forwarded-For` is believed. See [Behind a reverse proxy](#behind-a-reverse-proxy).',
  }),
  KEN_CORS_ORIGINS: withDefault(origins, [], {
    meaning: 'Origins whose pages may call `/public/v1` and `/mcp`.',
  }),
  KEN_PERSON_LIMIT: withDefault(wholeNumber(1, 1_000_000), personLimitDefault, {
    meaning:
      'Calls of the public contract that a person may send per minute over all keys and sessions.',
  }),
  KEN_SEARCH_BUDGET_MS: withDefault(wholeNumber(100, 8_000), searchBudgetMsDefault, {
    meaning:
      'How long a search may run in the database. Then the database cancels it, and the caller gets 503. The embedded database cannot cancel a search.',
  }),
  KEN_SYNONYMS: optional(synonyms, {
    mayHaveEmptyFile: true,
    shownFallback: 'none',
    example: 'holiday, vacation, time off',
    meaning:
      'Words and phrases of the same meaning: a search for one of them finds the others, too. See [synonyms](search.md#synonyms).',
  }),
  KEN_PASSWORD_HASH_MEMORY_KIB: withDefault(
    wholeNumber(hashMin.memoryKib, hashMax.memoryKib),
    hashMin.memoryKib,
    {
      meaning:
        'Memory of one password hash in KiB (`m` of argon2id). The default is the least that is considered safe. See [Cost of a password hash](security-model.md#cost-of-a-password-hash).',
    },
  ),
  KEN_PASSWORD_HASH_ITERATIONS: withDefault(
    wholeNumber(hashMin.iterations, hashMax.iterations),
    hashMin.iterations,
    { meaning: 'Passes over that memory (`t`).' },
  ),
  KEN_PASSWORD_HASH_PARALLELISM: withDefault(
    wholeNumber(hashMin.parallelism, hashMax.parallelism),
    hashMin.parallelism,
    {
      meaning:
        'Lanes of that memory (`p`). Ken computes them one after the other: more lanes make a hash neither faster nor safer.',
    },
  ),
  KEN_BREACH_URL: withDefault(baseUrlOrNone, 'https://api.pwnedpasswords.com', {
    mayBeEmpty: true,
    meaning:
      'Range API that new passwords are checked against; only five digits of a SHA-1 hash leave the process. An empty value turns the check off.',
  }),
  KEN_EMBEDDER_URL: optional(baseUrl, {
    shownFallback: 'none: keyword search',
    example: model,
    requiredWith: 'KEN_EMBEDDER_MODEL',
    meaning: 'Base of an OpenAI-compatible API.',
  }),
  KEN_EMBEDDER_MODEL: optional(text('the name of a model'), {
    requiredWith: 'KEN_EMBEDDER_URL',
    meaning: 'Model for vectors.',
  }),
  KEN_EMBEDDER_KEY: optional(text('a key'), {
    isSecret: true,
    meaning: 'Bearer key for the embedder.',
  }),
  KEN_EMBEDDER_BUDGET_MS: withDefault(wholeNumber(50, 10_000), 800, {
    meaning:
      'How long one search waits for the embedder. After that, it uses keyword search only and returns `degraded: true`.',
  }),
  KEN_MODEL_PROVIDER: withDefault(oneOf(...modelProviders), 'openai-compatible', {
    meaning: 'The API of the model that writes answers. See [Answer model](#answer-model).',
  }),
  KEN_MODEL_URL: optional(baseUrl, {
    shownFallback: 'none: answers list the results',
    example: model,
    requiredWith: 'KEN_MODEL',
    hasDefaultWith: 'KEN_MODEL_PROVIDER',
    meaning: 'Base of the API. Has a default for `openai` and `anthropic`.',
  }),
  KEN_MODEL: optional(text('the name of a model'), {
    requiredWith: 'KEN_MODEL_URL',
    meaning: 'Model for answers.',
  }),
  KEN_MODEL_KEY: optional(text('a key'), {
    isSecret: true,
    meaning: 'Bearer key for the answer model.',
  }),
  KEN_MODEL_BUDGET_MS: withDefault(wholeNumber(100, 240_000), 30_000, {
    meaning:
      'How long the model may take for an answer, up to its last word. After that, people get the results and the reason.',
  }),
  KEN_MODEL_ANSWER_TOKENS: withDefault(wholeNumber(50, 100_000), 1_000, {
    meaning: 'How many tokens an answer may have.',
  }),
  KEN_MODEL_CONCURRENCY: withDefault(wholeNumber(1, 1_000), modelSlotLimits.runningMax, {
    meaning:
      'How many answers the model writes at a time for one process. Team chat and other callers get half each while both wait.',
  }),
  KEN_MODEL_PROMPT_TOKENS: withDefault(wholeNumber(1_000, 1_000_000), 6_000, {
    meaning:
      'How many tokens a prompt may have: keep it below the context of the model, with room for the answer.',
  }),
  KEN_SMTP_URL: optional(smtpUrl, {
    shownFallback: 'none: no email',
    example: 'smtp://user:password@host:587',
    requiredWith: 'KEN_MAIL_FROM',
    isSecret: true,
    meaning: 'Mail server. See [Email](#email).',
  }),
  KEN_MAIL_FROM: optional(sender, {
    requiredWith: 'KEN_SMTP_URL',
    meaning: 'Sender of every email.',
  }),
  KEN_MAIL_LANGUAGE: withDefault(oneOf(...mailLanguages), 'en', {
    meaning:
      'Language of every email: `en` or `de`. It is [the same for everyone](decisions/0037-emails-are-in-one-language.md).',
  }),
  KEN_MAIL_PER_SECOND: withDefault(wholeNumber(1, 1_000), 2, {
    meaning:
      'How many emails are sent per second while many invitations wait, over all workers. Other email does not wait for them. The embedded database is [too slow](decisions/0014-the-cost-of-an-email-on-the-embedded-database.md) for a high pace.',
  }),
  KEN_TEAMCHAT_LOOPBACK: withDefault(oneOf('allow', 'refuse'), 'refuse', {
    meaning:
      '`allow` lets administrators name a [team-chat](team-chat.md) server, or a server of the [Bot API](bot-messenger.md), on the machine that Ken runs on.',
  }),
  KEN_WORKSPACE_CHAT_URL: withDefault(baseUrl, 'https://slack.com/api', {
    meaning:
      'Address of the Web API of the [workspace chat](workspace-chat.md). Only for a gateway in between, or for tests.',
  }),
  KEN_LOG_LEVEL: withDefault(oneOf(...logLevels), 'info', {
    meaning: 'The least severe log lines that are written.',
  }),
} as const

export type Variable = keyof typeof variables

/** What a variable is read as. */
export type ValueOf<Name extends Variable> =
  | z.output<(typeof variables)[Name]['schema']>
  | (typeof variables)[Name]['fallback']

export const variableNames = Object.keys(variables) as readonly Variable[]
