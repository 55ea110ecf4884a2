import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('..', import.meta.url))
const written = fileURLToPath(new URL('./converter-version.ts', import.meta.url))

it('is another version after any change of the converter or its parsers: `vitest run converter-version -u` writes it', async () => {
  const digest = createHash('sha256')
  const sources = globSync(['convert/**/*.ts', 'read/{decode,format,likely,page}*.ts'], {
    cwd: folder,
  })
  for (const source of sources.filter((name) => !name.endsWith('.test.ts')).toSorted())
    digest.update(readFileSync(`${folder}${source}`))
  const { '@ken/core': _core, '@ken/json': _json, zod, ...parsers } = manifest.dependencies
  expect(zod).toBe('catalog:')
  digest.update(JSON.stringify(parsers))
  const text = readFileSync(written, 'utf8').replace(
    /(?<=converterVersion = ').*(?=')/,
    digest.digest('base64url'),
  )
  await expect(text).toMatchFileSnapshot(written)
})
