import { memoryPorts } from '@ken/core/testing'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../test-folder.ts'
import { connectionTo, testWorld } from '../test-world.ts'

const { at, argvOf, write } = testFolder()

const line = (externalId: string, extra: object = {}) =>
  `${JSON.stringify({ source: 'ticket', external_id: externalId, title: externalId, url: 'https://t.example.com/1', body: 'words', allowed: ['everyone'], ...extra })}\n`

describe('ken import', () => {
  it('says why it cannot import into another server, and what to do', async () => {
    const { ken, ports } = testWorld()
    const { exitCode, stderr } = await ken(...argvOf('--url', 'https://ken.example.com'))
    expect(exitCode).toBe(2)
    expect(stderr).toContain('because API keys only read. Run the command on the machine')
    expect(ports.database.tables.documents.size).toBe(0)
  })

  it('records one import of all its batches, also if nothing changed', async () => {
    const { ken, ports } = testWorld()
    const last = () => [...ports.database.tables.sourceImports.values()]
    const argv = argvOf()
    for (let number = 0; number < 250; number += 1) await write(`${number}.md`)
    await ken(...argv)
    expect(last()).toMatchObject([{ source: 'wiki', by: null, upserted: 250, removed: 0 }])
    ports.clock.advance(1_000)
    await ken(...argv)
    expect(last()).toMatchObject([{ upserted: 0, removed: 0, at: ports.clock.now() }])
    await write('1.md', '# New\n\nWords.')
    await rm(at('2.md'))
    await ken(...argv, '--prune')
    expect(last()).toMatchObject([{ upserted: 1, removed: 1 }])
  })

  it.each(['https://wiki.example.com/?ref=1', 'https://ana:secret@wiki.example.com'])(
    'refuses an address that no path can follow: %s',
    async (base) => {
      const { ken, ports } = testWorld()
      const outcome = await ken(
        'import',
        at(),
        '--source',
        'wiki',
        '--allow',
        'everyone',
        '--url-base',
        base,
      )
      expect(outcome).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('without query, fragment, name or password'),
      })
      expect(ports.database.tables.documents.size).toBe(0)
    },
  )

  it('imports a at(), and nothing again the second time', async () => {
    await mkdir(at('guides'))
    await writeFile(at('guides', 'vpn.md'), '# Set up the VPN\n\nOpen the client.')
    await writeFile(at('photo.png'), '')
    const { ken, ports } = testWorld()
    const argv = [
      'import',
      at(),
      '--source',
      'wiki',
      '--allow',
      'everyone,group:it',
      '--url-base',
      'https://wiki.example.com/',
    ]
    expect(await ken(...argv)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Imported 1 document in [\d.]+ s: 1 created, 0 updated, 0 unchanged, 1 skipped \(--verbose names them\)\.\n$/,
      ),
      stderr:
        'warning: There is no group it: it gives no one access to these documents until you run: ken groups create it\n',
    })
    expect([...ports.database.tables.documents.values()]).toMatchObject([
      {
        source: 'wiki',
        title: 'Set up the VPN',
        url: 'https://wiki.example.com/guides/vpn.md',
        allowed: ['everyone', 'group:it'],
      },
    ])
    await ken('groups', 'create', 'it')
    const { stdout, stderr } = await ken(...argv, '--json')
    expect(JSON.parse(stdout)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
      superseded: 0,
      skipped: 1,
      failed: 0,
      removed: 0,
      embedded: 0,
      seconds: expect.any(Number),
      whole: true,
    })
    expect(stderr).toBe('')
  })

  it('imports documents with their own source, from a file or standard input', async () => {
    const file = at('tickets.jsonl')
    await writeFile(file, line('T-1') + line('T-2'))
    expect((await testWorld().ken('import', file)).stdout).toContain('2 created')
    const { ken, ports } = testWorld({
      stdin: line('T-3', { source: undefined, allowed: undefined }) + line('T-4'),
    })
    expect(
      (await ken('import', '-', '--source', 'mail', '--allow', 'role:Owner')).stdout,
    ).toContain('2 created')
    expect(
      [...ports.database.tables.documents.values()].map(({ source, allowed }) => [
        source,
        ...allowed,
      ]),
    ).toEqual([
      ['mail', 'role:Owner'],
      ['ticket', 'everyone'],
    ])
  })

  it('returns 1 and names each failure when an item failed, although the rest is stored', async () => {
    const { ken, ports } = testWorld({
      stdin: line('T-1') + 'nonsense\n' + line('T-2', { url: 'ftp://t' }),
    })
    const { exitCode, stdout, stderr } = await ken('import', '-')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('1 created, 0 updated, 0 unchanged, 2 failed')
    expect(stderr).toContain('stdin:2: not valid JSON')
    expect(stderr).toContain('stdin:3: url: must be an absolute http or https URL')
    expect(stderr).toContain(
      'error: 2 items failed; everything else is stored. Correct the items above and run the command again.',
    )
    expect(ports.database.tables.documents.size).toBe(1)
  })

  it('names the first 50 failures and counts the rest', async () => {
    const { stdout, stderr } = await testWorld({ stdin: 'nonsense\n'.repeat(120) }).ken(
      'import',
      '-',
    )
    expect(stderr.match(/^stdin:\d+: /gm)).toHaveLength(50)
    expect(stderr).toContain('Further failures are only counted.')
    expect(stdout).toContain('120 failed')
  })

  it('returns 2 when files come without --source or --allow, and says why', async () => {
    const { ken } = testWorld()
    for (const options of [[], ['--source', 'wiki'], ['--allow', 'everyone']]) {
      const { exitCode, stderr } = await ken('import', at(), ...options)
      expect(exitCode).toBe(2)
      expect(stderr).toContain('Add --source, such as --source wiki, and --allow')
    }
  })

  it('reports a missing path, a path of an unknown kind, and a path without documents', async () => {
    await writeFile(at('photo.png'), '')
    const { ken } = testWorld()
    const options = ['--source', 'wiki', '--allow', 'everyone']
    const missing = await ken('import', at('missing'), ...options)
    expect(missing).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no file or folder'),
    })
    expect((await ken('import', at('photo.png'), ...options)).stderr).toContain(
      'neither a folder nor JSON lines, Markdown',
    )
    expect(await ken('import', at(), ...options)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('1 skipped (--verbose names them).'),
      stderr: `error: No documents were found in ${at()}. Supported there: Markdown, HTML, plain text, CSV, email, Word or PDF.\n`,
    })
    expect(await testWorld().ken('import', '-')).toMatchObject({
      exitCode: 1,
      stderr:
        'error: No documents were found in standard input. Supported there: one document as JSON per line.\n',
    })
    expect((await ken('import', at(), ...options, '--verbose')).stderr).toMatch(
      /^photo\.png: skipped, /,
    )
  })

  it('names empty files, which are probably a mistake', async () => {
    await writeFile(at('blank.md'), '\n')
    await writeFile(at('vpn.md'), 'Open the client.')
    const { exitCode, stderr } = await testWorld().ken(
      'import',
      at(),
      '--source',
      'wiki',
      '--allow',
      'everyone',
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'warning: blank.md is empty.\n' })
  })

  it('groups the digits of every number', async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => line(`T-${index}`)).join('')
    const { stdout } = await testWorld({ stdin: lines }).ken('import', '-')
    expect(stdout).toMatch(/^Imported 1,200 documents in .*: 1,200 created/)
  })

  it('ends at Ctrl-C with 130 and the count of stored documents', async () => {
    const stdin = new Readable({ read: () => {} })
    const { ken, process } = testWorld({ stdin })
    stdin.push(Array.from({ length: 150 }, (_, index) => line(`T-${index}`)).join(''))
    const ended = ken('import', '-')
    while (process.listenerCount('SIGTERM') === 0)
      await new Promise((resolve) => setImmediate(resolve))
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    process.emit('SIGINT')
    const { exitCode, stdout, stderr } = await ended
    expect(exitCode).toBe(130)
    expect(stdout).toMatch(/^Imported 100 documents in .* before it ended early: 100 created/)
    expect(stderr).toContain('Finishing the current work')
    expect(stderr).toContain('All counted documents are stored. Run the command again to continue.')
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it('embeds what it imported', async () => {
    const embedded: string[] = []
    const embedder = {
      model: 'm',
      embedQuery: async () => null,
      embedTexts: async (texts: readonly string[]) => {
        embedded.push(...texts)
        return texts.map(() => [1])
      },
    }
    const { stdout } = await testWorld({ ports: { embedder }, stdin: line('T-1') }).ken(
      'import',
      '-',
    )
    expect(stdout).toContain('1 created, 0 updated, 0 unchanged, 1 passage embedded')
    expect(embedded).toEqual(['T-1\nwords'])
  })

  it('succeeds with a warning when the embedder fails', async () => {
    const { Unavailable } = await import('@ken/core')
    const embedTexts = () =>
      Promise.reject(new Unavailable('embedder', 'The embedder does not respond.'))
    const ports = { embedder: { model: 'm', embedQuery: async () => null, embedTexts } }
    const { exitCode, stderr } = await testWorld({ ports, stdin: line('T-1') }).ken('import', '-')
    expect(exitCode).toBe(0)
    expect(stderr).toContain('warning: The embedder does not respond. Only keyword search')
  })

  it('leaves embedding to the server if that has the database', async () => {
    const { ken } = testWorld({
      connect: async () => ({ ...connectionTo(memoryPorts()), own: null }),
      stdin: line('T-1'),
    })
    expect((await ken('import', '-')).stdout).toContain('1 created')
  })
})
