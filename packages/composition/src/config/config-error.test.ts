import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import type { Environment } from './read-variables.ts'
import { configFaults } from './testing/config-faults.ts'
import { variableNames } from './variables.ts'

describe('a configuration error', () => {
  const mark = 'marked-secret'
  const notBase =
    'must be a URL that starts with http:// or https://, without user, query or fragment.'
  const notNetworks = 'must be IP addresses or CIDR ranges, separated by commas.'
  const notOrigins = 'must be origins such as https://portal.example.com, separated by commas.'
  const notPostgres =
    'must be a URL of one host that starts with postgres:// or postgresql://, with special characters percent-encoded.'
  const notSender = 'must be an address such as ken@example.com or Ken <ken@example.com>.'
  const notSmtp =
    'must be smtp:// or smtps://, user:password@ if the server wants them, host and port, and at most ?tls=required or ?tls=none after smtp://.'
  const notRedis =
    'must be a URL that starts with redis:// or rediss://, with special characters percent-encoded, at most the number of a database as its path, and at most ?family=0, ?family=4 or ?family=6 after it.'

  const refused: readonly {
    readonly name: (typeof variableNames)[number]
    readonly inputs: readonly string[]
    readonly fault: string
  }[] = [
    {
      name: 'KEN_HOST',
      inputs: [`http://${mark}`, `${mark} 1`, '10.0.0.5.7'],
      fault: 'must be an IP address or a host name.',
    },
    {
      name: 'KEN_PORT',
      inputs: ['-1', '65536', '80.5', '8e3', ' 80', mark],
      fault: 'must be a whole number from 0 to 65535.',
    },
    {
      name: 'KEN_BASE_URL',
      inputs: [mark, `ftp://${mark}`, `http:${mark}`, `http://${mark}:99999`],
      fault: notBase,
    },
    {
      name: 'KEN_BASE_URL',
      inputs: [`https://${mark}@ken`, `https://ken/?${mark}`, `https://ken/#${mark}`],
      fault: notBase,
    },
    {
      name: 'KEN_DATABASE_URL',
      inputs: [
        `mysql://k:${mark}@db/ken`,
        `postgres:${mark}`,
        `postgres://k:${mark}@db:port/ken`,
        `postgres://k:12#${mark}@db/ken`,
        `postgres://k:${mark}@one,two/ken`,
        `postgres://k:${mark}@one:5432,two:5432/ken`,
      ],
      fault: notPostgres,
    },
    {
      name: 'KEN_DATABASE_POOL',
      inputs: ['1', '201'],
      fault: 'must be a whole number from 2 to 200.',
    },
    {
      name: 'KEN_REDIS_URL',
      inputs: [
        `http://:${mark}@cache`,
        `redis://:${mark}%@cache`,
        `redis://:${mark}%ff@cache`,
        `redis://:12#${mark}@cache`,
        `redis://cache/${mark}`,
        `redis://cache?db=${mark}`,
        `redis://cache?db=0&db=${mark}`,
        `redis://cache?commandTimeout=${mark}`,
      ],
      fault: notRedis,
    },
    {
      name: 'KEN_TRUSTED_PROXIES',
      inputs: [
        mark,
        '10.0.0.0/33',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        '::1/129',
        '10.0.0.0/8,',
        '10.0.0',
      ],
      fault: notNetworks,
    },
    {
      name: 'KEN_CORS_ORIGINS',
      inputs: [
        mark,
        '*',
        'https://a.example/',
        'https://a.example,',
        'null',
        `https://${mark}@a.example`,
      ],
      fault: notOrigins,
    },
    {
      name: 'KEN_PASSWORD_HASH_MEMORY_KIB',
      inputs: ['19455', '131073', '0', '19456.5', mark],
      fault: 'must be a whole number from 19456 to 131072.',
    },
    {
      name: 'KEN_PASSWORD_HASH_ITERATIONS',
      inputs: ['1', '11'],
      fault: 'must be a whole number from 2 to 10.',
    },
    {
      name: 'KEN_PASSWORD_HASH_PARALLELISM',
      inputs: ['0', '5'],
      fault: 'must be a whole number from 1 to 4.',
    },
    { name: 'KEN_BREACH_URL', inputs: [mark], fault: notBase },
    { name: 'KEN_EMBEDDER_URL', inputs: [mark], fault: notBase },
    {
      name: 'KEN_EMBEDDER_BUDGET_MS',
      inputs: ['49', '10001'],
      fault: 'must be a whole number from 50 to 10000.',
    },
    {
      name: 'KEN_SMTP_URL',
      inputs: [
        mark,
        `http://${mark}`,
        'smtp://',
        `smtp://h?logger=${mark}`,
        `smtp://${mark}@h`,
        'smtps://h?tls=none',
      ],
      fault: notSmtp,
    },
    {
      name: 'KEN_MAIL_FROM',
      inputs: [
        mark,
        `Ken <${mark}>`,
        `"${mark}"@example.com`,
        'a@b.c, d@e.f',
        'Ken <a@b.c> <d@e.f>',
        'Ken <a@b.c>\nBcc: d@e.f',
        '<a@b.c>',
      ],
      fault: notSender,
    },
    {
      name: 'KEN_MAIL_PER_SECOND',
      inputs: ['0', '0.5', '1001'],
      fault: 'must be a whole number from 1 to 1000.',
    },
    { name: 'KEN_HSTS', inputs: [mark, 'true'], fault: 'must be one of host, subdomains, off.' },
    {
      name: 'KEN_TEAMCHAT_LOOPBACK',
      inputs: [mark, 'true'],
      fault: 'must be one of allow, refuse.',
    },
    {
      name: 'KEN_LOG_LEVEL',
      inputs: [mark],
      fault: 'must be one of debug, info, warn, error, silent.',
    },
  ]
  it.each(refused)(
    'refuses $name=$inputs and says what it must be, without quoting it',
    ({ name, inputs, fault }) => {
      for (const input of inputs)
        expect(configFaults({ [name]: input })).toEqual([`${name} ${fault}`])
    },
  )

  it('refuses every variable with quotes around its value, which an env file of Docker keeps', () => {
    for (const quoted of [`"${mark}"`, `'${mark}'`, '""']) {
      const faults = configFaults(Object.fromEntries(variableNames.map((name) => [name, quoted])))
      expect(faults).toHaveLength(variableNames.length)
      for (const fault of faults) expect(fault).toMatch(/\. Remove the quotes around the value\.$/)
      expect(faults.join()).not.toContain(mark)
    }
    expect(configFaults({ KEN_SYNONYMS: `"time off", "holiday"` })).toEqual([])
  })

  it('names all invalid variables together, and quotes none', () => {
    const env = Object.fromEntries(variableNames.map((name) => [name, `${mark} \n`]))
    // Any value is valid for these.
    const free = [
      'KEN_DATA_DIR',
      'KEN_SECRETS',
      'KEN_EMBEDDER_MODEL',
      'KEN_MODEL',
      'KEN_MODEL_KEY',
      'KEN_EMBEDDER_KEY',
    ]
    const faults = configFaults(env)
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(
      new Set(variableNames.filter((name) => !free.includes(name))),
    )
    expect(inspect(new ConfigError(faults))).not.toContain(mark)
  })

  it.each<{ readonly env: Environment; readonly faults: readonly string[] }>([
    {
      env: { KEN_DATABASE_URL: 'postgres://db' },
      faults: [
        'KEN_SECRETS is required with KEN_DATABASE_URL. Create a value with: ken secrets generate',
      ],
    },
    {
      env: { KEN_EMBEDDER_URL: 'http://models' },
      faults: ['KEN_EMBEDDER_MODEL is required with KEN_EMBEDDER_URL.'],
    },
    {
      env: { KEN_SMTP_URL: 'smtp://mail' },
      faults: ['KEN_MAIL_FROM is required with KEN_SMTP_URL.'],
    },
    {
      env: { KEN_MAIL_FROM: 'ken@example.com' },
      faults: ['KEN_SMTP_URL is required with KEN_MAIL_FROM.'],
    },
    {
      env: { KEN_MODEL_URL: 'http://models' },
      faults: ['KEN_MODEL is required with KEN_MODEL_URL.'],
    },
    { env: { KEN_MODEL: 'large' }, faults: ['KEN_MODEL_URL is required with KEN_MODEL.'] },
    {
      env: { KEN_EMBEDDER_MODEL: 'small' },
      faults: ['KEN_EMBEDDER_URL is required with KEN_EMBEDDER_MODEL.'],
    },
    {
      env: { KEN_EMBEDDER_MODEL: 'small', KEN_EMBEDDER_URL: 'models' },
      faults: [`KEN_EMBEDDER_URL ${notBase}`],
    },
    {
      env: { KEN_DATABASE_URL: 'postgres://db', KEN_SECRETS_FILE: '/nowhere' },
      faults: ['KEN_SECRETS_FILE names a file that cannot be read (ENOENT).'],
    },
  ])('refuses one variable of a pair: $env', ({ env, faults }) => {
    expect(configFaults(env)).toEqual(faults)
  })
})
