import { documentBytesMax, threadFileConverter } from '@ken/files'
import { afterAll, expect, it } from 'vitest'
import { choose } from '../../apps/web/src/knowledge/import/choose-files.ts'

const converter = threadFileConverter()
afterAll(() => converter.close())

/** The files that the server left out by their name or size, with its reason. */
async function leftOutByServer(files: readonly (readonly [path: string, bytes: number])[]) {
  const outcomes = await converter.convert(
    files.map(([path, bytes]) => ({
      path,
      content: Buffer.alloc(bytes, 'x'),
      modifiedAt: new Date(0),
    })),
    { source: 'wiki', allowed: ['everyone'], urlBase: null },
    new AbortController().signal,
  )
  return files.map(([path], position) => {
    const outcome = outcomes[position]!
    // Only the server reads a file, and finds that it is no email, Word document or PDF.
    const isAccepted = outcome.kind === 'document' || outcome.reason === 'damaged'
    return [path, isAccepted ? null : outcome.reason]
  })
}

/** The same by the browser, one file at a time, because it names a folder once. */
const leftOutByBrowser = (files: readonly (readonly [path: string, bytes: number])[]) =>
  files.map(([path, bytes]) => {
    const file = new File([new Uint8Array(bytes)], 'name')
    return [path, choose([{ path, file }]).leftOut[0]?.reason ?? null]
  })

const folders = [
  '',
  'guides/',
  'a.b/',
  '.git/',
  'a/.cache/b/',
  'node_modules/',
  'a/node_modules/b/',
]
const names = ['a', 'a.b', '.env', 'node_modules', 'Node_Modules', 'a b', 'größe', 'a.', '..a', '.']
const texts = ['.md', '.markdown', '.mdx', '.html', '.htm', '.txt', '.text', '.rst', '.adoc']
const accepted = [...texts, '.csv', '.tsv', '.eml', '.docx', '.pdf']
const written = [
  '.MD',
  '.Html',
  '.mar\u212Adown',
  '.md ',
  '.md.',
  '.md~',
  '.mdown',
  '.xhtml',
  '.tex',
]
const others = ['.asciidoc', '.jsonl', '.ndjson', '.json', '.png', '.doc', '', '.']
const extensions = [...accepted, ...written, ...others]

const pairs = (left: readonly string[], right: readonly string[]) =>
  left.flatMap((one) => right.map((other) => [one, other] as const))

it('the browser leaves out the files that the server would, for the same reason', async () => {
  const paths = [
    ...pairs(folders, names).map(([folder, name]) => `${folder}${name}.md`),
    ...pairs(folders, extensions).map(([folder, extension]) => `${folder}a${extension}`),
    ...pairs(names, extensions).map(([name, extension]) => name + extension),
  ]
  const files = [...new Set(paths)].map((path) => [path, 1] as const)
  expect(leftOutByBrowser(files)).toEqual(await leftOutByServer(files))
})

it('the browser and the server accept a file up to the same size', async () => {
  const files = [
    ['largest.md', documentBytesMax],
    ['large.md', documentBytesMax + 1],
  ] as const
  const byServer = await leftOutByServer(files)
  expect(byServer).toEqual([
    ['largest.md', null],
    ['large.md', 'too_large'],
  ])
  expect(leftOutByBrowser(files)).toEqual(byServer)
})
