import { once } from 'node:events'
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readFolder } from '../index.ts'
import { folderOptions, shown, testFolder } from '../testing/folder.ts'
import { faultOf } from './read-fault.ts'

const { at, write, read } = testFolder()

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
      'LICENSE: skipped, not Markdown, HTML, plain text, CSV, email, Word or PDF (no extension)',
      'a.png: skipped, not Markdown, HTML, plain text, CSV, email, Word or PDF (.png)',
      'empty.md: skipped, empty',
      'node_modules: skipped, installed packages',
      'none.txt: skipped, empty',
    ])
  })
  // Elsewhere such names are the same file.
  test.skipIf(process.platform === 'darwin')(
    'reads one of several entries whose names differ only in how their characters are composed',
    async () => {
      await write({
        'cafe\u0301.md': 'x',
        'caf\u00e9.md': 'x',
        'e\u0301/a.md': 'x',
        '\u00e9/a.md': 'x',
        '\u00e9/b.md': 'x',
      })
      const reason =
        'failed, its name differs from that of another file or folder only in how its characters are composed: rename it'
      expect(shown(await read())).toEqual([
        'cafe\u0301.md',
        `caf\u00e9.md: ${reason}`,
        'e\u0301/a.md',
        `\u00e9: ${reason}`,
      ])
    },
  )
  test('never leads out of itself, to what is hidden, or in a circle by links', async () => {
    await write({
      'in/data/real.md': 'Real.',
      'in/.data/notes.md': 'Secret.',
      'in/data/.private.md': 'Secret.',
      'in/node_modules/p/README.md': 'x',
      'outside.md': 'Secret.',
    })
    const inside = at('in')
    await symlink('data/real.md', at('in', 'a.md'))
    await symlink('.data/notes.md', at('in', 'g.md'))
    await symlink('data/.private.md', at('in', 'h.md'))
    await symlink('node_modules/p/README.md', at('in', 'i.md'))
    await symlink('../in/.data/notes.md', at('in', 'j.md'))
    await symlink('../outside.md', at('in', 'b.md'))
    await symlink('.', at('in', 'c'))
    await symlink('/', at('in', 'd'))
    await symlink('e.md', at('in', 'e.md'))
    await symlink('gone.md', at('in', 'f.md'))
    expect(shown(await Array.fromAsync(readFolder(inside, folderOptions)))).toEqual([
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
  test('is not left through links that replace its files and folders while it is read', async () => {
    const names = ['a/a.md', 'a/b.md', 'a/c.jsonl', 'b/a.md', 'c.md']
    for (const folder of ['in', 'out'])
      await write(Object.fromEntries(names.map((name) => [`${folder}/${name}`, folder])))
    const items = readFolder(at('in'), folderOptions)
    const { value: first } = await items.next()
    for (const name of ['a', 'b', 'c.md']) {
      await rename(at('in', name), at(`found-${name}`))
      await symlink(at('out', name), at('in', name))
    }
    const reason = 'a link has replaced it, or a folder above it, during the import'
    expect(shown([first!, ...(await Array.fromAsync(items))])).toEqual([
      'a/a.md',
      `a/b.md: failed, ${reason}`,
      `a/c.jsonl: failed, ${reason}`,
      `b: failed, ${reason}`,
      'c.md: failed, a link that leads to itself',
    ])
  })
  test('may be named by a link', async () => {
    await write({ 'real/a.md': 'a' })
    await symlink('real', at('link'))
    expect(shown(await Array.fromAsync(readFolder(at('link'), folderOptions)))).toEqual(['a.md'])
  })
  test.skipIf(process.platform === 'win32')(
    'leaves out sockets (Windows has none in folders)',
    async () => {
      const server = createServer().listen(at('socket.md'))
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
        Buffer.concat([Buffer.from(at('caf')), Buffer.from([0xe9]), Buffer.from('.md')]),
        'x',
      )
      await mkdir(Buffer.concat([Buffer.from(at('d')), Buffer.from([0xe9])]))
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
      await chmod(at('a'), 0)
      await chmod(at('b.md'), 0)
      expect(shown(await read())).toEqual([
        'a: failed, no permission to read it',
        'b.md: failed, no permission to read it',
        'c.md',
      ])
      await chmod(at('a'), 0o700)
    },
  )
  test('that does not exist is a failure', async () => {
    expect(shown(await Array.fromAsync(readFolder(at('gone'), folderOptions)))).toEqual([
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
