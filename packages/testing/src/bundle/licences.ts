import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

type Manifest = {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/** The licences of the packages that these modules come from, as their terms require of copies. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.filter((id) => id.includes(`${sep}node_modules${sep}`)).map(packageFolder),
  )
  const notices = new Map(
    [...folders].map((folder) => {
      const { name, version, license } = manifestOf(folder)
      return [`${name} ${version}`, `${name} ${version}\n\n${textOf(folder, license)}`]
    }),
  )
  const entries = [...notices].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return entries.map(([, notice]) => notice).join(`\n${'-'.repeat(80)}\n\n`)
}

/** The nearest folder whose manifest has a name and a version; others only say how their files are read. */
function packageFolder(module: string): string {
  let folder = dirname(module.replace(/[?\0].*$/, ''))
  while (!isPackage(folder)) folder = dirname(folder)
  return folder
}

function isPackage(folder: string): boolean {
  if (!existsSync(join(folder, 'package.json'))) return false
  const { name, version } = manifestOf(folder)
  return name !== undefined && version !== undefined
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/**
 * The texts of a package: its own files, otherwise its author, what its page says and the standard
 * text. Throws if its licence is unknown.
 */
function textOf(folder: string, license: string | undefined): string {
  const read = (pattern: RegExp) =>
    readdirSync(folder)
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const own = read(/^(licen[cs]e|notice|copying)/i)
  if (own.length > 0) return own.join('\n\n')
  const [page = ''] = read(/^readme/i)
  const said = /^#* *licen[cs]e\b[^]*/im.exec(page)?.[0] ?? ''
  const standard = standardTexts.get(license ?? (/\bMIT\b/.test(said) ? 'MIT' : ''))
  if (standard === undefined)
    throw new Error(`${folder} does not say its licence (${license}): it cannot be bundled`)
  const { author = '' } = manifestOf(folder)
  const owner = typeof author === 'string' ? author : author.name
  return [owner, said, standard].filter((text) => text !== '').join('\n\n')
}

/** Of the licences that packages name without a copy of the text. */
const standardTexts: ReadonlyMap<string, string> = new Map([
  ['Apache-2.0', readFileSync(join(import.meta.dirname, '../../../../LICENSE'), 'utf8').trim()],
  [
    'MIT',
    `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ],
])
