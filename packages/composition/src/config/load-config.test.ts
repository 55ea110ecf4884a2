import { parseSynonyms, type Email } from '@ken/core'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'
import type { Environment } from './read-variables.ts'

const configOf = (env: Environment): Config => loadConfig(env).config

const model = { KEN_MODEL_URL: 'http://localhost:11434/v1', KEN_MODEL: 'large' }
const embedder = { KEN_EMBEDDER_URL: 'http://localhost:11434/v1', KEN_EMBEDDER_MODEL: 'small' }
const mail = {
  KEN_SMTP_URL: 'smtps://ken:pass@mail.example.com',
  KEN_MAIL_FROM: 'Ken of Example <Ken@example.com>',
}
const server = { KEN_DATABASE_URL: 'postgres://ken:pass@db/ken', KEN_SECRETS: 'a:b' }

describe('loadConfig', () => {
  it('needs nothing', () => {
    expect(loadConfig({})).toEqual({
      config: {
        host: '127.0.0.1',
        port: 8080,
        baseUrl: 'http://localhost:8080',
        dataDirectory: resolve('.ken'),
        databaseUrl: null,
        databasePoolMax: 10,
        redisUrl: null,
        secrets: null,
        trustedProxies: [],
        corsOrigins: [],
        personLimit: 600,
        searchBudgetMs: 2_000,
        synonyms: null,
        breachUrl: 'https://api.pwnedpasswords.com',
        embedder: null,
        answerModel: null,
        mail: null,
        mailPerSecond: 2,
        passwordHashCost: { memoryKib: 19_456, iterations: 2, parallelism: 1 },
        allowsLocalTeamChat: false,
        workspaceChatUrl: 'https://slack.com/api',
        hsts: 'host',
        logLevel: 'info',
      } satisfies Config,
      warnings: [],
    })
  })

  it.each<{
    readonly variable: string
    readonly given: Environment
    readonly read: Partial<Config>
  }>([
    {
      variable: 'KEN_HOST',
      given: { KEN_HOST: 'ken.internal' },
      read: { host: 'ken.internal', baseUrl: 'http://ken.internal:8080' },
    },
    {
      variable: 'KEN_PORT',
      given: { KEN_PORT: '65535' },
      read: { port: 65_535, baseUrl: 'http://localhost:65535' },
    },
    { variable: 'KEN_PORT', given: { KEN_PORT: '0' }, read: { port: 0 } },
    {
      variable: 'KEN_BASE_URL',
      given: { KEN_BASE_URL: 'https://KEN.example.com:443/in/side//' },
      read: { baseUrl: 'https://ken.example.com/in/side' },
    },
    {
      variable: 'KEN_DATA_DIR',
      given: { KEN_DATA_DIR: 'some/where' },
      read: { dataDirectory: resolve('some/where') },
    },
    {
      variable: 'KEN_DATABASE_URL',
      given: server,
      read: { databaseUrl: 'postgres://ken:pass@db/ken', secrets: 'a:b' },
    },
    {
      variable: 'KEN_DATABASE_URL',
      given: { ...server, KEN_DATABASE_URL: 'postgresql:///ken?host=/run' },
      read: { databaseUrl: 'postgresql:///ken?host=/run' },
    },
    // Printed for other programs, which understand a mode differently than the driver.
    {
      variable: 'KEN_DATABASE_URL with an SSL mode',
      given: { ...server, KEN_DATABASE_URL: 'postgres://db/ken?sslmode=require' },
      read: { databaseUrl: 'postgres://db/ken?sslmode=require' },
    },
    {
      variable: 'KEN_DATABASE_POOL',
      given: { KEN_DATABASE_POOL: '2' },
      read: { databasePoolMax: 2 },
    },
    {
      variable: 'KEN_REDIS_URL',
      given: { KEN_REDIS_URL: 'rediss://:pass@cache:6380/3' },
      read: { redisUrl: 'rediss://:pass@cache:6380/3' },
    },
    {
      variable: 'KEN_SECRETS',
      given: { KEN_SECRETS: 'new:b,old:c' },
      read: { secrets: 'new:b,old:c' },
    },
    {
      variable: 'KEN_TRUSTED_PROXIES',
      given: { KEN_TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/64' },
      read: { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/64'] },
    },
    {
      variable: 'KEN_CORS_ORIGINS',
      given: { KEN_CORS_ORIGINS: 'https://a.example,http://b:81' },
      read: { corsOrigins: ['https://a.example', 'http://b:81'] },
    },
    {
      variable: 'KEN_PERSON_LIMIT',
      given: { KEN_PERSON_LIMIT: '1000' },
      read: { personLimit: 1_000 },
    },
    {
      variable: 'KEN_SEARCH_BUDGET_MS',
      given: { KEN_SEARCH_BUDGET_MS: '500' },
      read: { searchBudgetMs: 500 },
    },
    {
      variable: 'KEN_SYNONYMS',
      given: { KEN_SYNONYMS: 'holiday, vacation\nWFH, working from home' },
      read: { synonyms: parseSynonyms('holiday, vacation\nWFH, working from home') },
    },
    {
      variable: 'KEN_PASSWORD_HASH_*',
      given: {
        KEN_PASSWORD_HASH_MEMORY_KIB: '131072',
        KEN_PASSWORD_HASH_ITERATIONS: '10',
        KEN_PASSWORD_HASH_PARALLELISM: '4',
      },
      read: { passwordHashCost: { memoryKib: 131_072, iterations: 10, parallelism: 4 } },
    },
    {
      variable: 'KEN_PASSWORD_HASH_ITERATIONS',
      given: { KEN_PASSWORD_HASH_ITERATIONS: '3' },
      read: { passwordHashCost: { memoryKib: 19_456, iterations: 3, parallelism: 1 } },
    },
    {
      variable: 'KEN_BREACH_URL',
      given: { KEN_BREACH_URL: 'http://mirror/' },
      read: { breachUrl: 'http://mirror' },
    },
    { variable: 'KEN_BREACH_URL', given: { KEN_BREACH_URL: '' }, read: { breachUrl: null } },
    {
      variable: 'KEN_EMBEDDER_*',
      given: embedder,
      read: {
        embedder: { url: 'http://localhost:11434/v1', model: 'small', key: null, budgetMs: 800 },
      },
    },
    {
      variable: 'KEN_EMBEDDER_*',
      given: { ...embedder, KEN_EMBEDDER_KEY: 'key', KEN_EMBEDDER_BUDGET_MS: '50' },
      read: {
        embedder: { url: 'http://localhost:11434/v1', model: 'small', key: 'key', budgetMs: 50 },
      },
    },
    {
      variable: 'KEN_MODEL*',
      given: model,
      read: {
        answerModel: {
          provider: 'openai-compatible',
          url: model.KEN_MODEL_URL,
          model: 'large',
          key: null,
          budgetMs: 30_000,
          promptTokensMax: 6_000,
          answerTokensMax: 1_000,
          concurrencyMax: 8,
        },
      },
    },
    {
      variable: 'KEN_MODEL*',
      given: {
        ...model,
        KEN_MODEL_KEY: 'key',
        KEN_MODEL_BUDGET_MS: '100',
        KEN_MODEL_PROMPT_TOKENS: '1000',
      },
      read: {
        answerModel: {
          provider: 'openai-compatible',
          url: model.KEN_MODEL_URL,
          model: 'large',
          key: 'key',
          budgetMs: 100,
          promptTokensMax: 1_000,
          answerTokensMax: 1_000,
          concurrencyMax: 8,
        },
      },
    },
    {
      variable: 'KEN_MODEL_PROVIDER',
      given: {
        KEN_MODEL_PROVIDER: 'anthropic',
        KEN_MODEL: 'large',
        KEN_MODEL_ANSWER_TOKENS: '500',
        KEN_MODEL_CONCURRENCY: '2',
      },
      read: {
        answerModel: {
          provider: 'anthropic',
          url: 'https://api.anthropic.com/v1',
          model: 'large',
          key: null,
          budgetMs: 30_000,
          promptTokensMax: 6_000,
          answerTokensMax: 500,
          concurrencyMax: 2,
        },
      },
    },
    {
      variable: 'KEN_SMTP_URL and KEN_MAIL_FROM',
      given: mail,
      read: {
        mail: {
          smtpUrl: mail.KEN_SMTP_URL,
          from: { name: 'Ken of Example', address: 'ken@example.com' as Email },
          language: 'en',
        },
      },
    },
    {
      variable: 'KEN_MAIL_FROM',
      given: { ...mail, KEN_MAIL_FROM: '"Ken, \\"the\\" assistant" <ken@example.com>' },
      read: {
        mail: {
          smtpUrl: mail.KEN_SMTP_URL,
          from: { name: 'Ken, "the" assistant', address: 'ken@example.com' as Email },
          language: 'en',
        },
      },
    },
    {
      variable: 'KEN_MAIL_FROM',
      given: { ...mail, KEN_MAIL_FROM: 'ken@example.com' },
      read: {
        mail: {
          smtpUrl: mail.KEN_SMTP_URL,
          from: { name: 'Ken', address: 'ken@example.com' as Email },
          language: 'en',
        },
      },
    },
    {
      variable: 'KEN_MAIL_LANGUAGE',
      given: { ...mail, KEN_MAIL_LANGUAGE: 'de' },
      read: {
        mail: {
          smtpUrl: mail.KEN_SMTP_URL,
          from: { name: 'Ken of Example', address: 'ken@example.com' as Email },
          language: 'de',
        },
      },
    },
    { variable: 'KEN_HSTS', given: { KEN_HSTS: 'subdomains' }, read: { hsts: 'subdomains' } },
    { variable: 'KEN_HSTS', given: { KEN_HSTS: 'off' }, read: { hsts: 'off' } },
    {
      variable: 'KEN_TEAMCHAT_LOOPBACK',
      given: { KEN_TEAMCHAT_LOOPBACK: 'allow' },
      read: { allowsLocalTeamChat: true },
    },
    {
      variable: 'KEN_TEAMCHAT_LOOPBACK',
      given: { KEN_TEAMCHAT_LOOPBACK: 'refuse' },
      read: { allowsLocalTeamChat: false },
    },
    {
      variable: 'KEN_WORKSPACE_CHAT_URL',
      given: { KEN_WORKSPACE_CHAT_URL: 'https://gateway.example.com/slack/' },
      read: { workspaceChatUrl: 'https://gateway.example.com/slack' },
    },
    { variable: 'KEN_LOG_LEVEL', given: { KEN_LOG_LEVEL: 'silent' }, read: { logLevel: 'silent' } },
  ])('reads $variable', ({ given, read }) => {
    expect(configOf(given)).toMatchObject(read)
  })

  it.each([
    { host: '127.0.0.1', at: 'localhost' },
    { host: '127.1.2.3', at: 'localhost' },
    { host: 'localhost', at: 'localhost' },
    { host: '::1', at: 'localhost' },
    { host: '0.0.0.0', at: 'localhost' },
    { host: '::', at: 'localhost' },
    { host: '192.0.2.7', at: '192.0.2.7' },
    { host: '2001:db8::7', at: '[2001:db8::7]' },
    { host: 'fe80::7%eth0', at: '[fe80::7]' },
    { host: '127.example.com', at: '127.example.com' },
  ])('is reached, when it listens on $host, at $at', ({ host, at }) => {
    const { baseUrl } = configOf({ KEN_HOST: host })
    expect(baseUrl).toBe(`http://${at}:8080`)
    expect(new URL(baseUrl).port).toBe('8080')
  })
})
