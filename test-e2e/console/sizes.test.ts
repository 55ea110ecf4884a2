import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const built = new URL('../../packages/http/dist/web/', import.meta.url)
type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
const chunks = JSON.parse(readFileSync(new URL('chunks.json', built), 'utf8')) as {
  readonly [name: string]: Chunk
}
const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry === true) ?? ''

/** A chunk and everything that is loaded with it. */
function withImports(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (!seen.has(name)) {
    seen.add(name)
    for (const imported of chunks[name]?.imports ?? []) withImports(imported, seen)
  }
  return seen
}

const kibOf = (files: Iterable<string>): number =>
  [...new Set(files)]
    .map((file) => gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length / 1024)
    .reduce((sum, size) => sum + size, 0)

/** The scripts of the shell with these sources, compressed. */
const scriptsOf = (...sources: readonly string[]): number =>
  kibOf(
    [entry, ...sources]
      .flatMap((name) => [...withImports(name)])
      .map((name) => chunks[name]?.file ?? ''),
  )

/** Around every screen of those who are signed in. */
const frame = 'src/frame/frame.tsx'

it.each([
  ['the shell', [], 115],
  [
    'the sign-in with every stage',
    [
      'src/sign-in/sign-in-screen.tsx',
      'src/sign-in/messages.en.ts',
      'src/credentials/messages.en.ts',
      'src/ui/display/qr-code.tsx',
    ],
    140,
  ],
  ['the search', [frame, 'src/search/search-screen.tsx', 'src/search/messages.de.ts'], 145],
  ['people', [frame, 'src/people/people-screen.tsx', 'src/people/messages.de.ts'], 200],
  ['a person', [frame, 'src/people/person/person-screen.tsx', 'src/people/messages.de.ts'], 200],
  [
    'an import',
    [frame, 'src/invitations/import-screen.tsx', 'src/invitations/messages.de.ts'],
    200,
  ],
  [
    'importing documents',
    [frame, 'src/knowledge/import/import-documents-screen.tsx', 'src/knowledge/messages.de.ts'],
    200,
  ],
  ['a group', [frame, 'src/groups/group-screen.tsx', 'src/groups/messages.de.ts'], 200],
  [
    'one key',
    [
      frame,
      'src/account/keys/key-screen.tsx',
      'src/account/messages.de.ts',
      'src/keys/messages.de.ts',
    ],
    165,
  ],
  ['the audit log', [frame, 'src/audit/audit-screen.tsx', 'src/audit/messages.de.ts'], 200],
  [
    'everything of the console',
    Object.keys(chunks).filter((name) => chunks[name]?.file.endsWith('.js')),
    340,
  ],
] as const)('%s is small: %j in at most %i KiB', (_, sources, kibMax) => {
  expect(sources.filter((source) => chunks[source] === undefined)).toEqual([])
  expect(scriptsOf(...sources)).toBeLessThan(kibMax)
})

it('has at most 16 KiB of styles', () => {
  expect(kibOf(Object.values(chunks).flatMap(({ css = [] }) => css))).toBeLessThan(16)
})

it('starts with the shell and the screen of the address, and nothing of the others', () => {
  const started = [...withImports(entry)].map((name) => chunks[name]?.file ?? '')
  expect(started.filter((file) => /assets\/messages|screen|qr/.test(file))).toEqual([])
})
