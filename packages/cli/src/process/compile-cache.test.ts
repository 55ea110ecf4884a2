import { emptyDirectory } from '@ken/testing'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compileCacheDirectory } from './compile-cache.ts'

const userId = userInfo().uid
const directory = emptyDirectory()
const home = join(directory.path, 'home')
afterEach(() => {
  if (existsSync(home)) rmSync(home, { recursive: true })
})

const place = join(home, '.cache/ken/compiled')
const found = (options: Partial<Parameters<typeof compileCacheDirectory>[0]> = {}) => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return compileCacheDirectory({ env: {}, home, userId, ...options })
}
const modeOf = (path: string) => lstatSync(path).mode & 0o777

describe('compileCacheDirectory', () => {
  it('R160 is a directory of the user alone, created with mode 0700', () => {
    expect(found()).toBe(place)
    expect(modeOf(place)).toBe(0o700)
    expect(statSync(place).uid).toBe(userId)
    expect(found()).toBe(place)
  })

  it('follows XDG_CACHE_HOME if it is absolute', () => {
    const elsewhere = join(home, 'elsewhere')
    expect(found({ env: { XDG_CACHE_HOME: elsewhere } })).toBe(join(elsewhere, 'ken/compiled'))
    expect(found({ env: { XDG_CACHE_HOME: 'elsewhere' } })).toBe(place)
    expect(found({ env: { XDG_CACHE_HOME: '' } })).toBe(place)
  })

  it.each(['.', '.cache', '.cache/ken', '.cache/ken/compiled'])(
    'R160 is refused if the group or others may write to %s',
    (part) => {
      found()
      for (const mode of [0o770, 0o702, 0o777]) {
        chmodSync(join(home, part), mode)
        expect(found()).toBe(null)
        chmodSync(join(home, part), 0o700)
      }
      expect(found()).toBe(place)
    },
  )

  it('R160 is refused if others may read it', () => {
    found()
    chmodSync(place, 0o755)
    expect(found()).toBe(null)
  })

  it('R160 is refused if another user owns it, or a directory above it', () => {
    found()
    expect(found({ userId: userId + 1 })).toBe(null)
  })

  it('R160 is not created in the home of another user', () => {
    expect(found({ userId: userId + 1 })).toBe(null)
    // Root's directories are above every home, so a home of root does not count as another user's.
    expect(userId === 0 || readdirSync(home).length === 0).toBe(true)
  })

  it.each(['.cache/ken', '.cache/ken/compiled'])(
    'R160 is refused if %s is a symbolic link',
    (part) => {
      found()
      const real = join(home, 'real')
      mkdirSync(join(real, 'compiled'), { recursive: true, mode: 0o700 })
      rmSync(join(home, part), { recursive: true })
      symlinkSync(real, join(home, part))
      expect(found()).toBe(null)
    },
  )

  it('R160 is checked where a symbolic link above it leads', () => {
    const real = join(home, 'real')
    found()
    rmSync(join(home, '.cache'), { recursive: true })
    mkdirSync(real, { mode: 0o700 })
    symlinkSync(real, join(home, '.cache'))
    expect(found()).toBe(join(real, 'ken/compiled'))
    chmodSync(real, 0o777)
    expect(found()).toBe(null)
  })

  it('is null without a home, if a file is in its place, and where users have no numbers', () => {
    expect(found({ home: '' })).toBe(null)
    expect(found({ home: 'relative' })).toBe(null)
    expect(found({ userId: null })).toBe(null)
    writeFileSync(join(home, '.cache'), '')
    expect(found()).toBe(null)
  })

  it('is null if it cannot be written', () => {
    found()
    chmodSync(place, 0o500)
    expect(found()).toBe(null)
  })
})
