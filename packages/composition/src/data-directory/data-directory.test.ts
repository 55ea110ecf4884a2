import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

it('creates the directory for its owner alone, with missing parents', () => {
  const dataDirectory = join(folder, 'some', 'where')
  prepareDataDirectory({ dataDirectory })
  prepareDataDirectory({ dataDirectory })
  expect([modeOf(dataDirectory), modeOf(join(folder, 'some'))]).toEqual([0o700, 0o700])
})

it('does not change the mode of an existing directory', () => {
  const dataDirectory = join(folder, 'shared')
  mkdirSync(dataDirectory)
  chmodSync(dataDirectory, 0o755)
  prepareDataDirectory({ dataDirectory })
  expect(modeOf(dataDirectory)).toBe(0o755)
})

const file = join(folder, 'file')
writeFileSync(file, '')

it.each([
  { name: 'a file', dataDirectory: file, reason: /file/ },
  {
    name: 'a directory below a file',
    dataDirectory: join(file, 'below'),
    reason: /a part of the path is a file/,
  },
  {
    name: 'a directory on a file system that has none',
    dataDirectory: '/proc/ken',
    reason: /no directory can be created there|permission denied|read-only/,
  },
  {
    name: 'a name that is too long',
    dataDirectory: join(folder, 'a'.repeat(300)),
    reason: /the path is too long/,
  },
])('refuses $name with advice', ({ dataDirectory, reason }) => {
  const attempt = () => prepareDataDirectory({ dataDirectory })
  expect(attempt).toThrow(reason)
  expect(attempt).toThrow(
    new RegExp(
      `^The data directory ${dataDirectory} cannot be used: .* Set KEN_DATA_DIR to a directory that this user may write to.$`,
    ),
  )
})

it.skipIf(process.getuid?.() === 0)('refuses a directory that it may not write to', () => {
  const dataDirectory = join(folder, 'read-only')
  mkdirSync(dataDirectory, { mode: 0o500 })
  expect(() => prepareDataDirectory({ dataDirectory })).toThrow('permission denied')
})
