import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'
import type { Environment } from './read-variables.ts'
import { configFaults } from './testing/config-faults.ts'
import { variableNames } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const file = join(folder, String(Math.random()))
  writeFileSync(file, content)
  return file
}

const configOf = (env: Environment): Config => loadConfig(env).config

describe('variables and their files', () => {
  const mark = 'marked-secret'

  it('reads every variable from a file, too, without the final line break', () => {
    const inputs: { readonly [Name in (typeof variableNames)[number]]: string } = {
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
      KEN_SEARCH_BUDGET_MS: '3000',
      KEN_SYNONYMS: 'holiday, vacation',
      KEN_PASSWORD_HASH_MEMORY_KIB: '19457',
      KEN_PASSWORD_HASH_ITERATIONS: '3',
      KEN_PASSWORD_HASH_PARALLELISM: '4',
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
      KEN_MODEL_ANSWER_TOKENS: '101',
      KEN_MODEL_CONCURRENCY: '9',
      KEN_MODEL_PROVIDER: 'openai',
      KEN_SMTP_URL: 'smtp://mail',
      KEN_MAIL_FROM: 'Ken <ken@example.com>',
      KEN_MAIL_LANGUAGE: 'de',
      KEN_MAIL_PER_SECOND: '7',
      KEN_TEAMCHAT_LOOPBACK: 'allow',
      KEN_WORKSPACE_CHAT_URL: 'https://gateway.example.com/api',
      KEN_LOG_LEVEL: 'debug',
    }
    const files = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [`${name}_FILE`, fileWith(`${input}\n`)]),
    )
    expect(loadConfig(files)).toEqual(loadConfig(inputs))
  })

  it.each(['/nowhere', folder, `${folder}/file/below`])(
    'reports that %s cannot be read',
    (file) => {
      const [fault, ...others] = configFaults({ KEN_REDIS_URL_FILE: file })
      expect(fault).toMatch(/^KEN_REDIS_URL_FILE names a file that cannot be read \(E[A-Z]+\)\.$/)
      expect(others).toEqual([])
    },
  )

  it('refuses a variable and its file together, unless one is empty', () => {
    const file = fileWith('debug')
    expect(configFaults({ KEN_LOG_LEVEL: 'info', KEN_LOG_LEVEL_FILE: file })).toEqual([
      'KEN_LOG_LEVEL and KEN_LOG_LEVEL_FILE are both set. Remove one of them.',
    ])
    expect(configOf({ KEN_LOG_LEVEL: '', KEN_LOG_LEVEL_FILE: file }).logLevel).toBe('debug')
    expect(configOf({ KEN_LOG_LEVEL: 'warn', KEN_LOG_LEVEL_FILE: '' }).logLevel).toBe('warn')
  })

  it('treats an empty value as unset, except that it disables the breach check', () => {
    const empty = Object.fromEntries(
      variableNames.flatMap(
        (name) =>
          [
            [name, ''],
            [`${name}_FILE`, ''],
          ] as const,
      ),
    )
    expect(loadConfig(empty)).toEqual({
      config: { ...configOf({}), breachUrl: null },
      warnings: [],
    })
    expect(configOf({ KEN_BREACH_URL_FILE: fileWith('\n') }).breachUrl).toBeNull()
  })

  it('refuses an empty file, because a setting that is lost must not start another Ken', () => {
    const mayBeEmpty = ['KEN_BREACH_URL', 'KEN_SYNONYMS']
    for (const name of variableNames.filter((one) => !mayBeEmpty.includes(one)))
      expect(configFaults({ [`${name}_FILE`]: fileWith('\n') })).toContain(
        `${name}_FILE names an empty file. Write the value into it, or remove ${name}_FILE.`,
      )
  })

  it('accepts a file of synonyms that has none yet', () => {
    for (const content of ['', '\n', '# none yet\n'])
      expect(configFaults({ KEN_SYNONYMS_FILE: fileWith(content) })).toEqual([])
  })

  it('says which line of synonyms is invalid', () => {
    expect(configFaults({ KEN_SYNONYMS_FILE: fileWith('a, b # ab; ba\n\nalone\nc, d') })).toEqual([
      expect.stringMatching(/^KEN_SYNONYMS must be sets .* Correct line 3\.$/),
    ])
  })

  it('warns of unknown KEN_ variables, and of no others', () => {
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
      'KEN_PROT is set, but Ken knows no such variable. Did you mean KEN_PORT?',
    ])
  })

  it('does not warn of the variables that Kubernetes sets for services', () => {
    const { warnings } = loadConfig({
      KEN_SERVICE_HOST: '10.0.0.1',
      KEN_SERVICE_PORT: '8080',
      KEN_SERVICE_PORT_HTTP: '8080',
      KEN_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      KEN_PORT_8080_TCP_PROTO: 'tcp',
      KEN_PORT_8080_TCP_PORT: '8080',
      KEN_PORT_8080_TCP_ADDR: '10.0.0.1',
      KEN_REDIS_SERVICE_HOST: '10.0.0.2',
      KEN_REDIS_PORT: 'tcp://10.0.0.2:6379',
      KEN_SMTP_PORT: '587',
    })
    expect(warnings).toEqual(['KEN_SMTP_PORT is set, but Ken knows no such variable.'])
  })

  it('says how to keep Kubernetes from setting KEN_PORT', () => {
    expect(configFaults({ KEN_PORT: 'tcp://10.0.0.1:8080' })).toEqual([
      'KEN_PORT must be a whole number from 0 to 65535. Kubernetes sets it for a service named ken: set enableServiceLinks: false in the pod.',
    ])
    expect(configFaults({ KEN_REDIS_URL: 'tcp://redis:6379' })).toEqual([
      expect.not.stringContaining('Kubernetes'),
    ])
  })
})
