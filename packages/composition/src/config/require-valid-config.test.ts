import type { Email } from '@ken/core'
import { expect, it } from 'vitest'
import { composeKen } from '../compose-ken.ts'
import { configOf } from '../testing/composed-ken.ts'
import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'
import { requireValidConfig } from './require-valid-config.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const mail = {
  smtpUrl: 'smtp://mail.example.com',
  from: { name: 'Ken', address: 'ken@example.com' as Email },
  language: 'en',
} as const
const { passwordHashCost } = configOf({})

it.each<{ option: string; wrong: Partial<Config> }>([
  { option: 'redisUrl', wrong: { redisUrl: 'redis://:secret@redis.example.com/abc' } },
  { option: 'databaseUrl', wrong: { databaseUrl: 'secret', secrets: 'a:b' } },
  { option: 'databasePoolMax', wrong: { databasePoolMax: Number.NaN } },
  { option: 'baseUrl', wrong: { baseUrl: 'secret.example.com' } },
  { option: 'breachUrl', wrong: { breachUrl: 'secret' } },
  { option: 'personLimit', wrong: { personLimit: 0 } },
  { option: 'trustedProxies', wrong: { trustedProxies: ['10.0.0.5', 'secret'] } },
  {
    option: 'passwordHashCost.memoryKib',
    wrong: { passwordHashCost: { ...passwordHashCost, memoryKib: 1 } },
  },
  {
    option: 'embedder.url',
    wrong: { embedder: { url: 'secret', model: 'small', key: null, budgetMs: 800 } },
  },
  { option: 'mail.smtpUrl', wrong: { mail: { ...mail, smtpUrl: 'secret' } } },
])('names the invalid option $option, and not its value', async ({ option, wrong }) => {
  const composing = composeKen(configOf(wrong), { log, role: 'command', mayCreate: false })
  const error = await composing.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toMatch(new RegExp(`^ConfigError: ${option} must be `))
  expect(String(error)).not.toContain('secret')
})

it('names every invalid option in a line of its own', () => {
  const config = configOf({ personLimit: 0, mailPerSecond: 0 })
  expect(() => requireValidConfig(config)).toThrow(/^personLimit must .*\nmailPerSecond must /)
})

it('accepts what the variables were read as', () => {
  const { config } = loadConfig({
    KEN_HOST: '::1',
    KEN_PORT: '0',
    KEN_TRUSTED_PROXIES: '10.0.0.5, fd00::/64',
    KEN_CORS_ORIGINS: 'https://portal.example.com',
    KEN_REDIS_URL: 'rediss://:p%40ss@redis.example.com/2?family=6',
    KEN_BREACH_URL: '',
    KEN_MODEL_PROVIDER: 'anthropic',
    KEN_MODEL: 'large',
    KEN_SMTP_URL: 'smtp://mail.example.com?tls=none',
    KEN_MAIL_FROM: '"Ken, Inc." <ken@example.com>',
  })
  expect(() => requireValidConfig(config)).not.toThrow()
})
