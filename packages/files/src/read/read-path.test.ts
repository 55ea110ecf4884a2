import { describe, expect, test } from 'vitest'
import { countFiles, pathKind, readPath } from '../index.ts'
import { documentsOf, folderOptions, shown, testFolder } from '../testing/folder.ts'

const { at, write, read } = testFolder()

describe('JSON Lines', () => {
  const line = JSON.stringify({ external_id: 'a', title: 'A', url: 'https://x.test/a', body: 'x' })

  test('are read within a folder, with its source and allowed', async () => {
    await write({ 'data/docs.jsonl': `bad\n${line}\n`, 'more.ndjson': line })
    const items = await read()
    expect(shown(items)).toEqual([
      'data/docs.jsonl:1: failed, not valid JSON at column 1',
      'data/docs.jsonl:2',
      'more.ndjson:1',
    ])
    expect(documentsOf(items)[0]).toMatchObject({
      source: 'wiki',
      allowed: ['everyone'],
      externalId: 'a',
    })
  })
  test('are read from a file, without source and allowed', async () => {
    await write({
      'docs.jsonl': line.replace('{', '{"source":"crm","allowed":["group:sales"],'),
    })
    const items = await Array.fromAsync(
      readPath(at('docs.jsonl'), { source: null, allowed: null, urlBase: null }),
    )
    expect(documentsOf(items)).toMatchObject([{ source: 'crm', allowed: ['group:sales'] }])
  })
  test('may be left in the middle', async () => {
    await write({ 'docs.jsonl': `${line}\n`.repeat(100_000) })
    for await (const item of readPath(at('docs.jsonl'), folderOptions)) {
      expect(item.position).toBe('docs.jsonl:1')
      break
    }
  })
})

describe('a path', () => {
  test('may name one document', async () => {
    await write({ 'team/README.md': 'Text.' })
    const items = await Array.fromAsync(
      readPath(at('team/README.md'), { ...folderOptions, urlBase: 'https://x.test' }),
    )
    expect(documentsOf(items)).toMatchObject([
      { externalId: 'README.md', title: 'Wiki', url: 'https://x.test/README.md' },
    ])
  })
  test('to a document needs a source and principals', async () => {
    await write({ 'a.md': 'Text.' })
    const items = await Array.fromAsync(readPath(at('a.md'), { ...folderOptions, source: null }))
    expect(shown(items)).toEqual([
      'a.md: failed, a file names neither its source nor who may read it: give a source and principals',
    ])
  })
  test('to anything else is left out', async () => {
    await write({ 'a.png': 'x' })
    expect(shown(await Array.fromAsync(readPath(at('a.png'), folderOptions)))).toEqual([
      'a.png: skipped, not Markdown, HTML, plain text, CSV, email, Word or PDF (.png)',
    ])
  })
  test('has a kind that is known before reading', async () => {
    await write({ 'a.md': 'x', 'b.jsonl': '', 'c.png': 'x' })
    const kinds = await Promise.all(
      ['.', 'a.md', 'b.jsonl', 'c.png', 'gone.md'].map((name) => pathKind(at(name))),
    )
    expect(kinds).toEqual(['folder', 'document', 'json lines', null, null])
  })
})

test('counts what will be read', async () => {
  await write({
    'a.md': 'Text.',
    'b/c.jsonl': 'bad\n\nbad\n',
    'd.png': 'x',
    '.e.md': 'x',
    'f.txt': Buffer.from([0, 1]),
  })
  expect(await countFiles(at())).toEqual({ files: 3, bytes: 16 })
  expect((await read()).reduce((sum, item) => sum + item.bytes, 0)).toBe(16)
  expect(await countFiles(at('a.md'))).toEqual({ files: 1, bytes: 5 })
  expect(await countFiles(at('gone'))).toEqual({ files: 0, bytes: 0 })
})
