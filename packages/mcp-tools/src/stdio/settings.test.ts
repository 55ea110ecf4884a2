import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mcpSettings } from './settings.ts'

const url = 'https://ken.example.com'

it('S7 reads the key from the environment or from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, 'ken_abc\n')
  const expected = { url, key: 'ken_abc' }
  expect(mcpSettings({ KEN_URL: `${url}/`, KEN_API_KEY: 'ken_abc' })).toEqual(expected)
  expect(mcpSettings({ KEN_URL: url, KEN_API_KEY_FILE: file })).toEqual(expected)
  for (const empty of [{ KEN_API_KEY: '' }, { KEN_API_KEY: 'ken_abc', KEN_API_KEY_FILE: '' }])
    expect(mcpSettings({ KEN_URL: url, KEN_API_KEY_FILE: file, ...empty })).toEqual(expected)
})

it('takes an address with blanks around it, in capitals and below a path', () => {
  const KEN_API_KEY = 'ken_abc'
  expect(mcpSettings({ KEN_URL: ` HTTPS://Ken.Example.com/\n`, KEN_API_KEY }).url).toBe(url)
  expect(mcpSettings({ KEN_URL: `${url}/portal/ken//`, KEN_API_KEY }).url).toBe(`${url}/portal/ken`)
})

it.for([
  [{}, /^Set KEN_URL/],
  [{ KEN_URL: 'file:///etc/passwd', KEN_API_KEY: 'ken_abc' }, /^Set KEN_URL/],
  [{ KEN_URL: 'https://ken:canary@ken.example.com', KEN_API_KEY: 'ken_abc' }, /^Set KEN_URL/],
  [{ KEN_URL: `${url}/?canary`, KEN_API_KEY: 'ken_abc' }, /^Set KEN_URL/],
  [{ KEN_URL: `${url}#canary`, KEN_API_KEY: 'ken_abc' }, /^Set KEN_URL/],
  [{ KEN_URL: url }, /^Set KEN_API_KEY .*Create a key at https:\/\/ken\.example\.com\.$/],
  [{ KEN_URL: url, KEN_API_KEY: 'canary\nkey' }, /^Set KEN_API_KEY/],
  [{ KEN_URL: url, KEN_API_KEY_FILE: '/nowhere/canary' }, /^KEN_API_KEY_FILE names a file/],
  [{ KEN_URL: url, KEN_API_KEY: 'ken_a', KEN_API_KEY_FILE: 'canary' }, /both set/],
] as const)('S7 says what to set, and repeats no value: %o', ([env, message]) => {
  expect(() => mcpSettings(env)).toThrow(message)
  expect(() => mcpSettings(env)).not.toThrow(/canary/)
})
