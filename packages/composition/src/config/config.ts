import type { Email, Synonyms } from '@ken/core'
import type { ModelProvider } from '@ken/models'
import type { MailLanguage } from '@ken/smtp'
import type { hstsScopes, logLevels } from './variables.ts'

/** The whole configuration, validated. Created by `loadConfig` or by an embedding program. */
export type Config = {
  readonly host: string
  readonly port: number
  /** Where people reach Ken, without a trailing slash. Links start with this and nothing else. */
  readonly baseUrl: string
  /** Absolute path of the embedded database and generated secrets. */
  readonly dataDirectory: string
  /** Null uses the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | null
  readonly databasePoolMax: number
  /** Null counts limits in this process. */
  readonly redisUrl: string | null
  /**
   * `id:base64,...`, newest first; null generates them in `dataDirectory` for the embedded
   * database.
   */
  readonly secrets: string | null
  /**
   * The hosts that browsers may reach only over https if `baseUrl` is https: its own, its
   * subdomains as well, or none.
   */
  readonly hsts: HstsScope
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  /** The calls that a person may make per minute over all keys and sessions. */
  readonly personLimit: number
  /** How long a search may run in the database, in milliseconds. */
  readonly searchBudgetMs: number
  /** Words of the same meaning; null if there are none. */
  readonly synonyms: Synonyms | null
  /** What one hash of a password costs; a hash of another cost is replaced at sign-in. */
  readonly passwordHashCost: PasswordHashCost
  /** Null disables the breach check. */
  readonly breachUrl: string | null
  readonly embedder: EmbedderConfig | null
  /** Null answers questions with search results only. */
  readonly answerModel: AnswerModelConfig | null
  /** Null sends no email: no one can be invited, and passwords are reset by an administrator. */
  readonly mail: MailConfig | null
  /** The most emails per second while many are waiting. */
  readonly mailPerSecond: number
  /** Whether administrators may configure a team-chat server on this machine. */
  readonly allowsLocalTeamChat: boolean
  /** The address of the Web API of the workspace chat, without a trailing slash. */
  readonly workspaceChatUrl: string
  readonly logLevel: LogLevel
}

export type HstsScope = (typeof hstsScopes)[number]

/** Of argon2id. At least 19456 KiB, 2 iterations and a parallelism of 1; at most 131072, 10 and 4. */
export type PasswordHashCost = {
  readonly memoryKib: number
  readonly iterations: number
  readonly parallelism: number
}

export type EmbedderConfig = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  readonly budgetMs: number
}

export type AnswerModelConfig = {
  readonly provider: ModelProvider
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** The time limit of an answer. */
  readonly budgetMs: number
  /** The most tokens in a prompt. */
  readonly promptTokensMax: number
  /** The most tokens in an answer. */
  readonly answerTokensMax: number
  /** The most answers that are written at a time in this process. */
  readonly concurrencyMax: number
}

export type MailConfig = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly smtpUrl: string
  readonly from: { readonly name: string; readonly address: Email }
  /** The language of every email. */
  readonly language: MailLanguage
}

export type LogLevel = (typeof logLevels)[number]
