import { emptyDirectory } from '@ken/testing'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFrom, placeBuild } from '../../apps/web/server/place-build.ts'

it('replaces a console from other sources, and leaves one from the same to its readers', () => {
  using directory = emptyDirectory()
  const folder = join(directory.path, 'web')
  const place = (name: string, fingerprint: string) => {
    const draft = join(directory.path, name)
    mkdirSync(draft)
    writeFileSync(join(draft, `${name}.js`), '')
    writeFileSync(join(draft, 'console.json'), JSON.stringify({ fingerprint }))
    placeBuild(draft, { folder, fingerprint })
    return readdirSync(folder).toSorted()
  }
  expect(builtFrom(folder)).toBeNull()
  expect(place('first', 'a')).toEqual(['console.json', 'first.js'])
  expect(place('concurrent', 'a')).toEqual(['console.json', 'first.js'])
  expect(place('later', 'b')).toEqual(['console.json', 'later.js'])
  expect(builtFrom(folder)).toBe('b')
})
