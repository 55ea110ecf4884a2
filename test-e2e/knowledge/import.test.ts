import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { homeWithOwner } from '../support/embedded.ts'
import { kenHere, kenJsonHere } from '../support/ken-here.ts'
import { ken, kenJson, startKen, type RunOptions } from '../support/ken-program.ts'
import { writeHandbook } from '../support/handbook.ts'
import { searchWith, type SearchAnswer } from '../support/surface.ts'
import { watchedRun } from '../bench/watched-run.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const slowMs = 120_000
const pages = 200
const everybody = ['--source', 'handbook', '--allow', 'everyone']

describe('ken import', () => {
  let world: World
  beforeAll(async () => {
    world = started.use(await distributedWorld())
  })

  const documents = async () =>
    Number((await world.sql('select count(*) as n from documents'))[0]?.['n'])
  const orphans = async () =>
    Number(
      (
        await world.sql(
          'select count(*) as n from documents d where not exists (select from document_chunks c where c.document_id = d.id)',
        )
      )[0]?.['n'],
    )

  it(
    'R88 imports every document once if it is killed at any moment and run again',
    { timeout: slowMs },
    async () => {
      const handbook = join(world.cwd, 'imported')
      writeHandbook(handbook, pages)
      for (let round = 0; round < 2; round += 1) {
        const server = killable(['import', handbook, ...everybody], world)
        const before = await documents()
        while ((await documents()) === before && server.alive())
          await new Promise((resolve) => setTimeout(resolve, 5))
        server.kill()
        await server.ended
        expect(await orphans()).toBe(0)
      }
      const counts = await kenJsonHere<{ created: number; unchanged: number; failed: number }>(
        ['import', handbook, ...everybody],
        world,
      )
      expect(await documents()).toBe(pages)
      expect(await orphans()).toBe(0)
      expect(counts.created + counts.unchanged).toBe(pages)
      expect(await kenJsonHere(['import', handbook, ...everybody], world)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: pages,
        failed: 0,
      })
    },
  )

  it('reports each unreadable item with its place, imports all others, and exits with 1', async () => {
    const folder = join(world.cwd, 'pages')
    mkdirSync(folder)
    writeFileSync(join(folder, 'good.md'), '# Good\n\nFine.')
    writeFileSync(join(folder, 'binary.md'), Buffer.from([0x23, 0x20, 0x00, 0x01, 0xff]))
    writeFileSync(join(folder, 'latin1.txt'), Buffer.from('Malm\xf6', 'latin1'))
    writeFileSync(
      join(folder, 'lines.jsonl'),
      [
        '{"external_id":"1","title":"One","url":"https://e.example/1","body":"one"}',
        '{"external_id":"2","title":"Two"',
        '{"external_id":"3","title":3,"url":"https://e.example/3","body":"three"}',
        '{"external_id":"4","title":"Four","url":"javascript:alert(1)","body":"four"}',
        '{"external_id":"5","title":"Five","url":"https://e.example/5","body":"fi\\u0000ve"}',
        '{"external_id":"6","title":"Six","url":"https://e.example/6","body":"six","colour":"red"}',
        '{"external_id":"7","title":"Seven","url":"https://e.example/7","body":"seven"}',
      ].join('\n'),
    )
    const { code, stderr, stdout } = await kenHere(
      ['import', folder, '--source', 'mixed', '--allow', 'everyone', '--json'],
      world,
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ created: 3, failed: 7 })
    for (const place of [
      'binary.md',
      'latin1.txt',
      'lines.jsonl:2',
      'lines.jsonl:3',
      'lines.jsonl:4',
      'lines.jsonl:5',
      'lines.jsonl:6',
    ]) {
      expect(stderr).toContain(place)
    }
    const stored = await world.sql(
      `select title from documents where source = 'mixed' order by title`,
    )
    expect(stored.map(({ title }) => title)).toEqual(['Good', 'One', 'Seven'])
  })

  it('reads JSON Lines from standard input', async () => {
    const line = {
      source: 'feed',
      external_id: 'a',
      title: 'From a pipe',
      url: 'https://e.example/a',
      body: 'text',
      allowed: ['everyone'],
    }
    const ended = await kenHere(['import', '-'], { ...world, input: `${JSON.stringify(line)}\n` })
    expect(ended.code).toBe(0)
    expect(await world.sql(`select title from documents where source = 'feed'`)).toEqual([
      { title: 'From a pipe' },
    ])
  })

  it('refuses an unknown kind of principal before it reads anything', async () => {
    const ended = await kenHere(
      ['import', join(world.cwd, 'imported'), '--source', 'wiki', '--allow', 'everybody'],
      world,
    )
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('everyone')
  })
})

describe('ken import on the embedded database', () => {
  it.skipIf(process.platform !== 'linux')(
    'needs less than 500 MB of memory (read only on Linux)',
    { timeout: slowMs },
    async () => {
      const home = started.use(await homeWithOwner())
      writeHandbook(join(home.path, 'handbook'), pages)
      const importing = ['import', 'handbook', ...everybody]
      const { peakMb } = await watchedRun(importing, { cwd: home.path }, {})
      expect(peakMb['importer']).toBeGreaterThan(100)
      expect(peakMb['importer']).toBeLessThan(500)
    },
  )

  it('survives SIGKILL of the server that it imports through', { timeout: slowMs }, async () => {
    const home = started.use(await homeWithOwner())
    const options = { cwd: home.path }
    const importHandbook = ['import', 'handbook', ...everybody]
    writeHandbook(join(home.path, 'handbook'), pages)
    let server = started.use(await startKen(['start'], options))
    const { key } = await kenJson<{ key: string }>(
      ['keys', 'create', '--email', ownerEmail, '--name', 'x'],
      options,
    )
    const found = async () => {
      const response = await searchWith(server.url, key, 'write to desk', 50)
      // A batch holds the only connection: on a busy machine a search gives up and asks the caller to try again.
      if (response.status === 503) return 0
      return ((await response.json()) as SearchAnswer).results.length
    }

    const importing = killable(importHandbook, options)
    // The key may ask 60 times a minute.
    while (importing.alive() && (await found()) === 0)
      await new Promise((resolve) => setTimeout(resolve, 300))
    await server.stop('SIGKILL')
    await importing.ended
    server = started.use(await startKen(['start'], options))
    expect(await found()).toBeGreaterThan(0)
    const counts = await kenJson<{ created: number; unchanged: number }>(importHandbook, options)
    expect(counts).toMatchObject({ failed: 0, updated: 0 })
    expect(counts.created + counts.unchanged).toBe(pages)
    expect(await kenJson(importHandbook, options)).toMatchObject({ created: 0, unchanged: pages })
  })
})

function killable(args: readonly string[], options: RunOptions) {
  let alive = true
  const controller = new AbortController()
  const ended = ken(args, { ...options, signal: controller.signal }).finally(() => (alive = false))
  return { ended, alive: () => alive, kill: () => controller.abort() }
}
