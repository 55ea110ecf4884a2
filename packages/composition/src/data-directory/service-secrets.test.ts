import { generateSecrets } from '@ken/crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { givenKeyRing, keptKeyRing, secretsFile } from './service-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A new data directory. */
const freshConfig = () => ({ dataDirectory: mkdtempSync(join(folder, 'data-')) })

/** Everything that an error shows. */
function faultOf(attempt: () => unknown): string {
  try {
    return inspect(attempt())
  } catch (error) {
    return inspect(error)
  }
}

const keyOf = (config: Parameters<typeof keptKeyRing>[0]) =>
  keptKeyRing(config, { mayCreate: true }).newest('encryption')

it('R83 creates secrets once, for their owner alone, and uses the same at every start', () => {
  const config = freshConfig()
  const first = keyOf(config)
  expect(statSync(secretsFile(config)).mode & 0o777).toBe(0o600)
  const made = readFileSync(secretsFile(config), 'utf8')
  expect(keyOf(config).key.equals(first.key)).toBe(true)
  expect(readFileSync(secretsFile(config), 'utf8')).toBe(made)
  expect(keyOf(freshConfig()).key.equals(first.key)).toBe(false)
})

it('starts over after a first start was killed, and ignores its partial file', () => {
  const config = freshConfig()
  writeFileSync(`${secretsFile(config)}.new`, 'aaaa:AAAA', { mode: 0o666 })
  keptKeyRing(config, { mayCreate: true })
  expect(statSync(secretsFile(config)).mode & 0o777).toBe(0o600)
  expect(existsSync(`${secretsFile(config)}.new`)).toBe(false)
})

it('R83 refuses invalid secrets in the file, without quoting or replacing them', () => {
  const config = freshConfig()
  for (const content of [
    '',
    '\n',
    'marked:secret',
    `marked:${Buffer.from('marked-secret').toString('base64')}`,
  ]) {
    writeFileSync(secretsFile(config), content)
    const fault = faultOf(() => keptKeyRing(config, { mayCreate: true }))
    expect(fault).toMatch(/None are given|Entry 1/)
    expect(fault).not.toContain('marked')
    expect(readFileSync(secretsFile(config), 'utf8')).toBe(content)
  }
})

it('names the file of the secrets if it cannot be read, and says what it must be', () => {
  const config = freshConfig()
  mkdirSync(secretsFile(config))
  expect(faultOf(() => keptKeyRing(config, { mayCreate: true }))).toContain(
    `${secretsFile(config)} cannot be read: it is a directory. It must be a file of the user that Ken runs as, with mode 0600.`,
  )
})

it('R83 uses configured secrets, and requires them for a server database', () => {
  const secrets = generateSecrets('given')
  for (const databaseUrl of ['postgres://db', null]) {
    expect(givenKeyRing({ databaseUrl, secrets })?.newest('encryption').id).toBe('given')
  }
  expect(givenKeyRing({ databaseUrl: null, secrets: null })).toBeNull()
  expect(() => givenKeyRing({ databaseUrl: 'postgres://db', secrets: null })).toThrow(
    'A server database needs secrets of its own: set KEN_SECRETS.',
  )
})
