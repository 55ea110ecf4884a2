import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  countFiles,
  documentBytesMax,
  pathKind,
  readFolder,
  readPath,
  type FolderOptions,
  type ReadItem,
} from '../index.ts'
import { faultOf } from './read-fault.ts'

const options: FolderOptions = { source: 'wiki', allowed: ['everyone'], urlBase: null }

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'ken-files-')))
})
afterEach(() => rm(root, { recursive: true }))

async function write(files: { readonly [name: string]: string | Uint8Array }): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, dirname(name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

const read = (given: Partial<FolderOptions> = {}): Promise<readonly ReadItem[]> =>
  Array.fromAsync(readFolder(root, { ...options, ...given }))

const shown = (items: readonly ReadItem[]): readonly string[] =>
  items.map((item) =>
    item.kind === 'document' ? item.position : `${item.position}: ${item.kind}, ${item.reason}`,
  )

const documentsOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'document' ? [item.document] : []))

describe('a folder', () => {
  test('is read completely, in the order of its names', async () => {
    await write({
      'b/z.md': 'z',
      'b.md': 'b',
      'a.html': '<p>a',
      'b/a/deep.txt': 'deep',
      'c.rst': 'c',
      'B.markdown': 'B',
    })
    expect(shown(await read())).toEqual([
      'B.markdown',
      'a.html',
      'b/a/deep.txt',
      'b/z.md',
      'b.md',
      'c.rst',
    ])
  })
  test('reads all fields of documents', async () => {
    await write({ 'guides/first-steps.md': 'Text.' })
    await utimes(join(root, 'guides/first-steps.md'), 0, new Date('2026-01-02T03:04:05Z'))
    expect(await read()).toEqual([
      {
        kind: 'document',
        position: 'guides/first-steps.md',
        bytes: 5,
        document: {
          source: 'wiki',
          externalId: 'guides/first-steps.md',
          title: 'First steps',
          url: null,
          body: 'Text.',
          allowed: ['everyone'],
          updatedAt: new Date('2026-01-02T03:04:05Z'),
          fingerprint: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    ])
  })
  test('reports why it leaves out other files', async () => {
    await write({
      'a.png': 'x',
      LICENSE: 'x',
      '.env': 'x',
      '.git/a.md': 'x',
      'node_modules/p/README.md': 'x',
      'empty.md': ' \n',
      'none.txt': '',
    })
    expect(shown(await read())).toEqual([
      '.env: skipped, hidden',
      '.git: skipped, hidden',
      'LICENSE: skipped, not Markdown, HTML or plain text (no extension)',
      'a.png: skipped, not Markdown, HTML or plain text (.png)',
      'empty.md: skipped, empty',
      'node_modules: skipped, installed packages',
      'none.txt: skipped, empty',
    ])
  })
  test('continues after files that are not text', async () => {
    await write({
      'a.md': Buffer.from([0x89, 0x50, 0, 1]),
      'b.txt': Buffer.from('caf\xe9', 'latin1'),
      'c.html': Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
      'd.md': 'NUL\0',
      'e.md': 'Text.',
      'f.txt': '',
    })
    await truncate(join(root, 'f.txt'), documentBytesMax + 1)
    expect(shown(await read())).toEqual([
      'a.md: failed, not text: it contains NUL bytes',
      'b.txt: failed, not text in UTF-8: save it as UTF-8',
      'c.html: failed, not text in UTF-16LE: save it as UTF-8',
      'd.md: failed, not text: it contains NUL bytes',
      'e.md',
      'f.txt: failed, too large: 8.0 MiB, and at most 8 MiB are read of a file',
    ])
  })
  test('may hold UTF-8 and UTF-16 with byte order marks', async () => {
    const little = Buffer.from('\uFEFFGrüße', 'utf16le')
    await write({ 'a.txt': '\uFEFFGrüße', 'b.txt': little, 'c.txt': Buffer.from(little).swap16() })
    expect(documentsOf(await read()).map(({ body }) => body)).toEqual(['Grüße', 'Grüße', 'Grüße'])
  })
  test('never leads out of itself, to what is hidden, or in a circle by links', async () => {
    await write({
      'in/data/real.md': 'Real.',
      'in/.data/notes.md': 'Secret.',
      'in/data/.private.md': 'Secret.',
      'in/node_modules/p/README.md': 'x',
      'outside.md': 'Secret.',
    })
    const inside = join(root, 'in')
    await symlink('data/real.md', join(inside, 'a.md'))
    await symlink('.data/notes.md', join(inside, 'g.md'))
    await symlink('data/.private.md', join(inside, 'h.md'))
    await symlink('node_modules/p/README.md', join(inside, 'i.md'))
    await symlink('../in/.data/notes.md', join(inside, 'j.md'))
    await symlink('../outside.md', join(inside, 'b.md'))
    await symlink('.', join(inside, 'c'))
    await symlink('/', join(inside, 'd'))
    await symlink('e.md', join(inside, 'e.md'))
    await symlink('gone.md', join(inside, 'f.md'))
    expect(shown(await Array.fromAsync(readFolder(inside, options)))).toEqual([
      '.data: skipped, hidden',
      'a.md',
      'b.md: skipped, a link that leaves the folder',
      'c: skipped, a link to a folder',
      'd: skipped, a link that leaves the folder',
      'data/.private.md: skipped, hidden',
      'data/real.md',
      'e.md: failed, a link that leads to itself',
      'f.md: failed, not found',
      'g.md: skipped, a link to a hidden file',
      'h.md: skipped, a link to a hidden file',
      'i.md: skipped, a link to a hidden file',
      'j.md: skipped, a link to a hidden file',
      'node_modules: skipped, installed packages',
    ])
  })
  test('R155 puts nothing of its own path into documents', async () => {
    await write({
      'canary-6e1f/README.md': 'x',
      'canary-6e1f/b.md': 'x',
      'canary-6e1f/c.html': '<p>x',
      'canary-6e1f/d.txt': 'x',
    })
    const items = await Array.fromAsync(readFolder(join(root, 'canary-6e1f'), options))
    expect(documentsOf(items).map(({ title, url }) => [title, url])).toEqual([
      ['Wiki', null],
      ['B', null],
      ['C', null],
      ['x', null],
    ])
    expect(JSON.stringify(items)).not.toContain('6e1f')
  })
  test('may be named by a link', async () => {
    await write({ 'real/a.md': 'a' })
    await symlink('real', join(root, 'link'))
    expect(shown(await Array.fromAsync(readFolder(join(root, 'link'), options)))).toEqual(['a.md'])
  })
  test.skipIf(process.platform === 'win32')(
    'leaves out sockets (Windows has none in folders)',
    async () => {
      const server = createServer().listen(join(root, 'socket.md'))
      await once(server, 'listening')
      expect(shown(await read())).toEqual(['socket.md: skipped, not a regular file'])
      server.close()
    },
  )
  test('shows names without control characters', async () => {
    await write({ 'a\u001b[2J.md': 'x' })
    expect(shown(await read())).toEqual(['a\uFFFD[2J.md'])
  })
  test.skipIf(process.platform !== 'linux')(
    'reports names that are not UTF-8 (only on Linux)',
    async () => {
      await write({ 'b\uFFFD.md': 'b' })
      await writeFile(
        Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]),
        'x',
      )
      await mkdir(Buffer.concat([Buffer.from(`${root}/d`), Buffer.from([0xe9])]))
      const reason = 'the file name is not UTF-8: rename it'
      expect(shown(await read())).toEqual([
        'b\uFFFD.md',
        `caf\uFFFD.md: failed, ${reason}`,
        `d\uFFFD: failed, ${reason}`,
      ])
    },
  )
  test.skipIf(process.getuid?.() === 0)(
    'continues after entries without permission (not as root)',
    async () => {
      await write({ 'a/x.md': 'x', 'b.md': 'b', 'c.md': 'c' })
      await chmod(join(root, 'a'), 0)
      await chmod(join(root, 'b.md'), 0)
      expect(shown(await read())).toEqual([
        'a: failed, no permission to read it',
        'b.md: failed, no permission to read it',
        'c.md',
      ])
      await chmod(join(root, 'a'), 0o700)
    },
  )
  test('that does not exist is a failure', async () => {
    expect(shown(await Array.fromAsync(readFolder(join(root, 'gone'), options)))).toEqual([
      'gone: failed, not found',
    ])
  })
})

test('states faults of the system in plain words', () => {
  expect(faultOf(Object.assign(new Error("EACCES: open '/secret'"), { code: 'EACCES' }))).toBe(
    'no permission to read it',
  )
  expect(faultOf(Object.assign(new Error("EXYZ: open '/secret'"), { code: 'EXYZ' }))).toBe(
    'cannot be read (EXYZ)',
  )
})

describe('identity', () => {
  test('is the composed path below the root', async () => {
    await write({ 'cafe\u0301/a b.md': 'x' })
    expect(documentsOf(await read()).map(({ externalId }) => externalId)).toEqual([
      'caf\u00e9/a b.md',
    ])
  })
  test.each(['https://x.test/docs', 'https://x.test/docs/'])(
    'has a URL below %s',
    async (urlBase) => {
      await write({ 'a b/c#1?.md': 'x', 'd.md': '---\nurl: https://y.test/d\n---\nx' })
      expect(documentsOf(await read({ urlBase })).map(({ url }) => url)).toEqual([
        'https://x.test/docs/a%20b/c%231%3F.md',
        'https://y.test/d',
      ])
    },
  )
  test('has a title from the name where the text has none', async () => {
    await write({
      'README.md': 'x',
      'how-to_guides/index.md': 'x',
      'getting-started.md': 'x',
      '-.md': 'x',
    })
    const titles = documentsOf(await read()).map(({ title }) => title)
    expect(titles).toEqual(['-.md', 'Wiki', 'Getting started', 'How to guides'])
  })
  test('has the date of the front matter before that of the file', async () => {
    await write({ 'a.md': '---\nlast_modified: 2026-03-01\n---\nx' })
    expect(documentsOf(await read())[0]?.updatedAt).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
})

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
      'docs.jsonl': line.replace('{', '{"source":"crm","allowed":["group:sales"],').repeat(1),
    })
    const items = await Array.fromAsync(
      readPath(join(root, 'docs.jsonl'), { source: null, allowed: null, urlBase: null }),
    )
    expect(documentsOf(items)).toMatchObject([{ source: 'crm', allowed: ['group:sales'] }])
  })
  test('may be left in the middle', async () => {
    await write({ 'docs.jsonl': `${line}\n`.repeat(100_000) })
    for await (const item of readPath(join(root, 'docs.jsonl'), options)) {
      expect(item.position).toBe('docs.jsonl:1')
      break
    }
  })
})

describe('a path', () => {
  test('may name one document', async () => {
    await write({ 'team/README.md': 'Text.' })
    const items = await Array.fromAsync(
      readPath(join(root, 'team/README.md'), { ...options, urlBase: 'https://x.test' }),
    )
    expect(documentsOf(items)).toMatchObject([
      { externalId: 'README.md', title: 'Wiki', url: 'https://x.test/README.md' },
    ])
  })
  test('to a document needs a source and principals', async () => {
    await write({ 'a.md': 'Text.' })
    const items = await Array.fromAsync(readPath(join(root, 'a.md'), { ...options, source: null }))
    expect(shown(items)).toEqual([
      'a.md: failed, a file names neither its source nor who may read it: give a source and principals',
    ])
  })
  test('to anything else is left out', async () => {
    await write({ 'a.png': 'x' })
    expect(shown(await Array.fromAsync(readPath(join(root, 'a.png'), options)))).toEqual([
      'a.png: skipped, not Markdown, HTML or plain text (.png)',
    ])
  })
  test('has a kind that is known before reading', async () => {
    await write({ 'a.md': 'x', 'b.jsonl': '', 'c.png': 'x' })
    const kinds = await Promise.all(
      ['.', 'a.md', 'b.jsonl', 'c.png', 'gone.md'].map((name) => pathKind(join(root, name))),
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
  expect(await countFiles(root)).toEqual({ files: 3, bytes: 16 })
  expect((await read()).reduce((sum, item) => sum + item.bytes, 0)).toBe(16)
  expect(await countFiles(join(root, 'a.md'))).toEqual({ files: 1, bytes: 5 })
  expect(await countFiles(join(root, 'gone'))).toEqual({ files: 0, bytes: 0 })
})
