import type { Email } from '@ken/core'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, variables, type Config, type Environment } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const file = join(folder, String(Math.random()))
  writeFileSync(file, content)
  return file
}

const configOf = (env: Environment): Config => loadConfig(env).config

/** What is wrong with an environment, line by line. */
function faultsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

const model = { KEN_MODEL_URL: 'http://localhost:11434/v1', KEN_MODEL: 'large' }
const embedder = { KEN_EMBEDDER_URL: 'http://localhost:11434/v1', KEN_EMBEDDER_MODEL: 'small' }
const mail = { KEN_SMTP_URL: 'smtps://ken:pass@mail.example.com', KEN_MAIL_FROM: 'Ken of Example <Ken@example.com>' }
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
        breachUrl: 'https://api.pwnedpasswords.com',
        embedder: null,
        answerModel: null,
        mail: null,
        mailPerSecond: 2,
        allowsLocalTeamChat: false,
        hsts: 'host',
        logLevel: 'info',
      } satisfies Config,
      warnings: [],
    })
  })

  it.each<[variable: string, given: Environment, read: Partial<Config>]>([
    ['KEN_HOST', { KEN_HOST: 'ken.internal' }, { host: 'ken.internal', baseUrl: 'http://ken.internal:8080' }],
    ['KEN_PORT', { KEN_PORT: '65535' }, { port: 65_535, baseUrl: 'http://localhost:65535' }],
    ['KEN_PORT', { KEN_PORT: '0' }, { port: 0 }],
    ['KEN_BASE_URL', { KEN_BASE_URL: 'https://KEN.example.com:443/in/side//' }, { baseUrl: 'https://ken.example.com/in/side' }],
    ['KEN_DATA_DIR', { KEN_DATA_DIR: 'some/where' }, { dataDirectory: resolve('some/where') }],
    ['KEN_DATABASE_URL', server, { databaseUrl: 'postgres://ken:pass@db/ken', secrets: 'a:b' }],
    [
      'KEN_DATABASE_URL',
      { ...server, KEN_DATABASE_URL: 'postgresql:///ken?host=/run' },
      { databaseUrl: 'postgresql:///ken?host=/run' },
    ],
    ['KEN_DATABASE_POOL', { KEN_DATABASE_POOL: '2' }, { databasePoolMax: 2 }],
    ['KEN_REDIS_URL', { KEN_REDIS_URL: 'rediss://:pass@cache:6380/3' }, { redisUrl: 'rediss://:pass@cache:6380/3' }],
    ['KEN_SECRETS', { KEN_SECRETS: 'new:b,old:c' }, { secrets: 'new:b,old:c' }],
    [
      'KEN_TRUSTED_PROXIES',
      { KEN_TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/64' },
      { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/64'] },
    ],
    [
      'KEN_CORS_ORIGINS',
      { KEN_CORS_ORIGINS: 'https://a.example,http://b:81' },
      { corsOrigins: ['https://a.example', 'http://b:81'] },
    ],
    ['KEN_PERSON_LIMIT', { KEN_PERSON_LIMIT: '1000' }, { personLimit: 1_000 }],
    ['KEN_BREACH_URL', { KEN_BREACH_URL: 'http://mirror/' }, { breachUrl: 'http://mirror' }],
    ['KEN_BREACH_URL', { KEN_BREACH_URL: '' }, { breachUrl: null }],
    ['KEN_EMBEDDER_*', embedder, { embedder: { url: 'http://localhost:11434/v1', model: 'small', key: null, budgetMs: 800 } }],
    [
      'KEN_EMBEDDER_*',
      { ...embedder, KEN_EMBEDDER_KEY: 'key', KEN_EMBEDDER_BUDGET_MS: '50' },
      { embedder: { url: 'http://localhost:11434/v1', model: 'small', key: 'key', budgetMs: 50 } },
    ],
    [
      'KEN_MODEL*',
      model,
      { answerModel: { url: model.KEN_MODEL_URL, model: 'large', key: null, budgetMs: 30_000, promptTokensMax: 6_000 } },
    ],
    [
      'KEN_MODEL*',
      { ...model, KEN_MODEL_KEY: 'key', KEN_MODEL_BUDGET_MS: '100', KEN_MODEL_PROMPT_TOKENS: '1000' },
      { answerModel: { url: model.KEN_MODEL_URL, model: 'large', key: 'key', budgetMs: 100, promptTokensMax: 1_000 } },
    ],
    [
      'KEN_SMTP_URL and KEN_MAIL_FROM',
      mail,
      { mail: { smtpUrl: mail.KEN_SMTP_URL, from: { name: 'Ken of Example', address: 'ken@example.com' as Email } } },
    ],
    [
      'KEN_MAIL_FROM',
      { ...mail, KEN_MAIL_FROM: 'ken@example.com' },
      { mail: { smtpUrl: mail.KEN_SMTP_URL, from: { name: 'Ken', address: 'ken@example.com' as Email } } },
    ],
    ['KEN_HSTS', { KEN_HSTS: 'subdomains' }, { hsts: 'subdomains' }],
    ['KEN_HSTS', { KEN_HSTS: 'off' }, { hsts: 'off' }],
    ['KEN_TEAMCHAT_LOOPBACK', { KEN_TEAMCHAT_LOOPBACK: 'allow' }, { allowsLocalTeamChat: true }],
    ['KEN_TEAMCHAT_LOOPBACK', { KEN_TEAMCHAT_LOOPBACK: 'refuse' }, { allowsLocalTeamChat: false }],
    ['KEN_LOG_LEVEL', { KEN_LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  ])('reads %s', (_, given, read) => {
    expect(configOf(given)).toMatchObject(read)
  })

  it.each([
    ['127.0.0.1', 'localhost'],
    ['127.1.2.3', 'localhost'],
    ['localhost', 'localhost'],
    ['::1', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['127.example.com', '127.example.com'],
  ])('is reached, when it listens on %s, at %s', (host, at) => {
    const { baseUrl } = configOf({ KEN_HOST: host })
    expect(baseUrl).toBe(`http://${at}:8080`)
    expect(new URL(baseUrl).port).toBe('8080')
  })

  const mark = 'marked-secret'
  const notBase = 'must be a URL that starts with http:// or https://, without user, query or fragment.'
  const notNetworks = 'must be IP addresses or CIDR ranges, separated by commas.'
  const notOrigins = 'must be origins such as https://portal.example.com, separated by commas.'
  const notPostgres = 'must be a URL that starts with postgres:// or postgresql://.'
  const notSender = 'must be an address such as ken@example.com or Ken <ken@example.com>.'
  const notSmtp =
    'must be smtp:// or smtps://, user:password@ if the server wants them, host and port, and at most ?tls=required or ?tls=none after smtp://.'
  const notRedis = 'must be a URL that starts with redis:// or rediss://.'

  const refused: readonly (readonly [name: (typeof variables)[number], inputs: readonly string[], fault: string])[] = [
    ['KEN_HOST', [`http://${mark}`, `${mark} 1`], 'must be an IP address or a host name.'],
    ['KEN_PORT', ['-1', '65536', '80.5', '8e3', ' 80', mark], 'must be a whole number from 0 to 65535.'],
    ['KEN_BASE_URL', [mark, `ftp://${mark}`, `http:${mark}`, `http://${mark}:99999`], notBase],
    ['KEN_BASE_URL', [`https://${mark}@ken`, `https://ken/?${mark}`, `https://ken/#${mark}`], notBase],
    ['KEN_DATABASE_URL', [`mysql://k:${mark}@db/ken`, `postgres:${mark}`, `postgres://k:${mark}@db:port/ken`], notPostgres],
    ['KEN_DATABASE_POOL', ['1', '201'], 'must be a whole number from 2 to 200.'],
    ['KEN_REDIS_URL', [`http://:${mark}@cache`], notRedis],
    ['KEN_TRUSTED_PROXIES', [mark, '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0.0/8,', '10.0.0'], notNetworks],
    [
      'KEN_CORS_ORIGINS',
      [mark, '*', 'https://a.example/', 'https://a.example,', 'null', `https://${mark}@a.example`],
      notOrigins,
    ],
    ['KEN_BREACH_URL', [mark], notBase],
    ['KEN_EMBEDDER_URL', [mark], notBase],
    ['KEN_EMBEDDER_BUDGET_MS', ['49', '10001'], 'must be a whole number from 50 to 10000.'],
    [
      'KEN_SMTP_URL',
      [mark, `http://${mark}`, 'smtp://', `smtp://h?logger=${mark}`, `smtp://${mark}@h`, 'smtps://h?tls=none'],
      notSmtp,
    ],
    [
      'KEN_MAIL_FROM',
      [
        mark,
        `Ken <${mark}>`,
        `"${mark}"@example.com`,
        'a@b.c, d@e.f',
        'Ken <a@b.c> <d@e.f>',
        'Ken <a@b.c>\nBcc: d@e.f',
        '<a@b.c>',
      ],
      notSender,
    ],
    ['KEN_MAIL_PER_SECOND', ['0', '0.5', '1001'], 'must be a whole number from 1 to 1000.'],
    ['KEN_HSTS', [mark, 'true'], 'must be one of host, subdomains, off.'],
    ['KEN_TEAMCHAT_LOOPBACK', [mark, 'true'], 'must be one of allow, refuse.'],
    ['KEN_LOG_LEVEL', [mark], 'must be one of debug, info, warn, error, silent.'],
  ]
  it.each(refused)('refuses %s=%j and says what it may be, never what it is', (name, inputs, fault) => {
    for (const input of inputs) expect(faultsOf({ [name]: input })).toEqual([`${name} ${fault}`])
  })

  it('names every variable at fault at once, and quotes none', () => {
    const env = Object.fromEntries(variables.map((name) => [name, `${mark} \n`]))
    // Anything is legal for these.
    const free = ['KEN_DATA_DIR', 'KEN_SECRETS', 'KEN_EMBEDDER_MODEL', 'KEN_MODEL', 'KEN_MODEL_KEY', 'KEN_EMBEDDER_KEY']
    const faults = faultsOf(env)
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(new Set(variables.filter((name) => !free.includes(name))))
    expect(inspect(new ConfigError(faults))).not.toContain(mark)
  })

  it.each<[env: Environment, faults: readonly string[]]>([
    [
      { KEN_DATABASE_URL: 'postgres://db' },
      ['KEN_SECRETS is required with KEN_DATABASE_URL. Make a value with: ken secrets generate'],
    ],
    [{ KEN_EMBEDDER_URL: 'http://models' }, ['KEN_EMBEDDER_MODEL is required with KEN_EMBEDDER_URL.']],
    [{ KEN_SMTP_URL: 'smtp://mail' }, ['KEN_MAIL_FROM is required with KEN_SMTP_URL.']],
    [{ KEN_MAIL_FROM: 'ken@example.com' }, ['KEN_SMTP_URL is required with KEN_MAIL_FROM.']],
    [{ KEN_MODEL_URL: 'http://models' }, ['KEN_MODEL is required with KEN_MODEL_URL.']],
    [{ KEN_MODEL: 'large' }, ['KEN_MODEL_URL is required with KEN_MODEL.']],
    [{ KEN_EMBEDDER_MODEL: 'small' }, ['KEN_EMBEDDER_URL is required with KEN_EMBEDDER_MODEL.']],
    [{ KEN_EMBEDDER_MODEL: 'small', KEN_EMBEDDER_URL: 'models' }, [`KEN_EMBEDDER_URL ${notBase}`]],
    [
      { KEN_DATABASE_URL: 'postgres://db', KEN_SECRETS_FILE: '/nowhere' },
      ['KEN_SECRETS_FILE names a file that cannot be read (ENOENT).'],
    ],
  ])('refuses half of what goes together: %o', (env, faults) => {
    expect(faultsOf(env)).toEqual(faults)
  })

  it('reads every variable from a file as well, without the line end', () => {
    const inputs: { readonly [Name in (typeof variables)[number]]: string } = {
      KEN_HOST: 'ken.internal',
      KEN_PORT: '1',
      KEN_BASE_URL: 'https://ken.example.com',
      KEN_DATA_DIR: '/data',
      KEN_DATABASE_URL: 'postgres://db',
      KEN_DATABASE_POOL: '3',
      KEN_REDIS_URL: 'redis://cache',
      KEN_SECRETS: 'a:b',
      KEN_HSTS: 'off',
      KEN_TRUSTED_PROXIES: '::1',
      KEN_CORS_ORIGINS: 'https://a.example',
      KEN_PERSON_LIMIT: '1000',
      KEN_BREACH_URL: 'http://mirror',
      KEN_EMBEDDER_URL: 'http://models',
      KEN_EMBEDDER_MODEL: 'small',
      KEN_EMBEDDER_KEY: 'key',
      KEN_EMBEDDER_BUDGET_MS: '60',
      KEN_MODEL_URL: 'http://models',
      KEN_MODEL: 'large',
      KEN_MODEL_KEY: 'key',
      KEN_MODEL_BUDGET_MS: '101',
      KEN_MODEL_PROMPT_TOKENS: '1001',
      KEN_SMTP_URL: 'smtp://mail',
      KEN_MAIL_FROM: 'Ken <ken@example.com>',
      KEN_MAIL_PER_SECOND: '7',
      KEN_TEAMCHAT_LOOPBACK: 'allow',
      KEN_LOG_LEVEL: 'debug',
    }
    const files = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [`${name}_FILE`, fileWith(`${input}\n`)]))
    expect(loadConfig(files)).toEqual(loadConfig(inputs))
  })

  it.each(['/nowhere', folder, `${folder}/file/below`])('says of %s that it cannot be read', (file) => {
    const [fault, ...others] = faultsOf({ KEN_REDIS_URL_FILE: file })
    expect(fault).toMatch(/^KEN_REDIS_URL_FILE names a file that cannot be read \(E[A-Z]+\)\.$/)
    expect(others).toEqual([])
  })

  it('refuses a variable and its file together, unless one is empty', () => {
    const file = fileWith('debug')
    expect(faultsOf({ KEN_LOG_LEVEL: 'info', KEN_LOG_LEVEL_FILE: file })).toEqual([
      'KEN_LOG_LEVEL and KEN_LOG_LEVEL_FILE are both set. Remove one of them.',
    ])
    expect(configOf({ KEN_LOG_LEVEL: '', KEN_LOG_LEVEL_FILE: file }).logLevel).toBe('debug')
    expect(configOf({ KEN_LOG_LEVEL: 'warn', KEN_LOG_LEVEL_FILE: '' }).logLevel).toBe('warn')
  })

  it('takes an empty value for none, except that it switches the breach check off', () => {
    const empty = Object.fromEntries(
      variables.flatMap(
        (name) =>
          [
            [name, ''],
            [`${name}_FILE`, ''],
          ] as const,
      ),
    )
    expect(loadConfig(empty)).toEqual({ config: { ...configOf({}), breachUrl: null }, warnings: [] })
    expect(configOf({ KEN_BREACH_URL_FILE: fileWith('\n') }).breachUrl).toBeNull()
    expect(configOf({ KEN_SECRETS_FILE: fileWith('\n') }).secrets).toBeNull()
    expect(faultsOf({ KEN_DATABASE_URL: 'postgres://db', KEN_SECRETS_FILE: fileWith('') })).toHaveLength(1)
  })

  it('warns of variables that look like its own, and of no others', () => {
    const { warnings } = loadConfig({
      KEN_PROT: mark,
      KEN_DATABASE: mark,
      KEN_HOST_FILE_FILE: mark,
      KEN_TEST_X: '1',
      KENNEL: '1',
      PATH: '',
    })
    expect(warnings).toEqual([
      'KEN_DATABASE is set, but Ken knows no such variable.',
      'KEN_HOST_FILE_FILE is set, but Ken knows no such variable.',
      'KEN_PROT is set, but Ken knows no such variable.',
    ])
  })
})

it('has every variable in docs/configuration.md, with its default, and no other there', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
  const rows = page.matchAll(/^\| `(?<name>KEN_\w+)` \| (?<fallback>[^|]*) \|/gm)
  const documented = new Map([...rows].map(({ groups }) => [groups!['name']!, groups!['fallback']!]))
  expect([...documented.keys()]).toEqual(variables)
  const { host, port, databasePoolMax, breachUrl, logLevel } = configOf({})
  for (const [name, fallback] of Object.entries({
    KEN_HOST: host,
    KEN_PORT: port,
    KEN_DATABASE_POOL: databasePoolMax,
    KEN_BREACH_URL: breachUrl,
    KEN_LOG_LEVEL: logLevel,
    KEN_EMBEDDER_BUDGET_MS: 800,
  })) {
    expect(documented.get(name)).toBe(`\`${fallback}\``)
  }
})
