import { truncate, utimes } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { documentBytesMax, readFolder, type FolderOptions } from '../index.ts'
import { documentsOf, folderOptions, shown, testFolder } from '../testing/folder.ts'

const { at, write, read } = testFolder()

describe('a page', () => {
  test('reads all fields of documents', async () => {
    await write({ 'guides/first-steps.md': 'Text.' })
    await utimes(at('guides/first-steps.md'), 0, new Date('2026-01-02T03:04:05Z'))
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
  test('continues after files that are not text', async () => {
    await write({
      'a.md': Buffer.from([0x89, 0x50, 0, 1]),
      'b.txt': Buffer.from('caf\xe9', 'latin1'),
      'c.html': Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
      'd.md': 'NUL\0',
      'e.md': 'Text.',
      'f.txt': '',
    })
    await truncate(at('f.txt'), documentBytesMax + 1)
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
  test.each([
    { matter: '---\nallowed: [group:it, role:Owner]\n---\n', what: 'a list' },
    { matter: '---\nallowed:\n  - role:Owner\n  - group:it\n---\n', what: 'lines' },
    { matter: '---\ntitle: a: b\nallowed: ["group:it", role:Owner]\n---\n', what: 'damaged YAML' },
    { matter: '---\nallowed: role:Owner, group:it\n---\n', what: 'a text' },
    { matter: '+++\nallowed = ["group:it", "role:Owner"]\n+++\n', what: 'TOML' },
  ])('is refused if its front matter has other permissions: $what', async ({ matter }) => {
    await write({ 'a.md': `${matter}Text.` })
    expect(shown(await read({ allowed: ['group:it', 'role:Owner'] }))).toEqual(['a.md'])
    for (const allowed of [['everyone'], ['group:it'], ['group:it', 'role:Owner', 'role:Admin']])
      expect(shown(await read({ allowed }))).toEqual([
        expect.stringMatching(/^a\.md: failed, its front matter has another "allowed" than/),
      ])
  })
  test('is refused for permissions in its front matter that are none', async () => {
    for (const value of ['true', '{}', '""', 'nobody']) {
      await write({ 'a.md': `---\nallowed: ${value}\n---\nText.` })
      expect(shown(await read())).toEqual([expect.stringContaining('another "allowed"')])
    }
    await write({ 'a.md': '---\nallowed:\n---\nText.' })
    expect(shown(await read())).toEqual(['a.md'])
  })
  test('R155 puts nothing of its own path into documents', async () => {
    await write({
      'canary-6e1f/README.md': 'x',
      'canary-6e1f/b.md': 'x',
      'canary-6e1f/c.html': '<p>x',
      'canary-6e1f/d.txt': 'x',
    })
    const items = await Array.fromAsync(readFolder(at('canary-6e1f'), folderOptions))
    expect(documentsOf(items).map(({ title, url }) => [title, url])).toEqual([
      ['Wiki', null],
      ['B', null],
      ['C', null],
      ['x', null],
    ])
    expect(JSON.stringify(items)).not.toContain('6e1f')
  })
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

const fingerprints = async (given: Partial<FolderOptions> = {}) =>
  documentsOf(await read(given)).map(({ fingerprint }) => fingerprint)

describe('a fingerprint', () => {
  test('is the same for the same content, name, date and options', async () => {
    await write({ 'a.md': 'Text.' })
    expect(await fingerprints()).toEqual(await fingerprints())
  })
  test('differs with any of them', async () => {
    const contents = { 'a.md': 'Text.', 'b.md': 'Text.', 'a.txt': 'Text.', 'A.md': 'text.' }
    await write(contents)
    for (const name of Object.keys(contents)) await utimes(at(name), 0, 1)
    const all = [
      ...(await fingerprints()),
      ...(await fingerprints({ source: 'other' })),
      ...(await fingerprints({ allowed: ['role:Owner'] })),
      ...(await fingerprints({ allowed: ['role:Owner', 'everyone'] })),
      ...(await fingerprints({ urlBase: 'https://x.test' })),
    ]
    await utimes(at('a.md'), 0, 2)
    const [, changed] = await fingerprints()
    expect(new Set([...all, changed]).size).toBe(21)
  })
})
