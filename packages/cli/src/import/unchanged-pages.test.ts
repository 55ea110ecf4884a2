import { runHere, type Run } from '@ken/composition'
import { importDocuments } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { readPath, readUnconverted, type FolderOptions } from '@ken/files'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importItems } from './import-items.ts'
import { emptyTally } from './import-tally.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ken-unchanged-'))
})
afterEach(() => rm(folder, { recursive: true }))

const options: FolderOptions = { source: 'wiki', allowed: ['everyone'], urlBase: null }
const written = new Date('2026-01-02T03:04:05Z')

/** Writes a file with a date that does not change by itself. */
async function write(name: string, text: string, modifiedAt = written): Promise<void> {
  await writeFile(join(folder, name), text)
  await utimes(join(folder, name), modifiedAt, modifiedAt)
}

/** Imports the folder into a database in memory, and lists what was sent in full. */
function importer() {
  const ports = memoryPorts()
  const here = runHere(ports)
  const sent: string[] = []
  const run: Run = (useCase, command) => {
    if (useCase === (importDocuments as unknown)) {
      const { documents } = command as { documents: readonly { externalId: string }[] }
      sent.push(...documents.map(({ externalId }) => externalId))
    }
    return here(useCase, command)
  }
  const importFolder = async (given: Partial<FolderOptions> = {}) => {
    sent.length = 0
    const tally = emptyTally()
    const names: string[] = []
    const observer = {
      failed: () => {},
      skipped: () => {},
      stored: () => {},
      contained: ({ externalId }: { externalId: string }) => void names.push(externalId),
    }
    const { signal } = new AbortController()
    const items = readUnconverted(folder, { ...options, ...given })
    await importItems(run, items, { tally, observer, importId: 'one', signal })
    return { tally, sent: sent.toSorted(), names: names.toSorted() }
  }
  const stored = () => [...ports.database.tables.documents.values()]
  return { ports, importFolder, stored }
}

describe('unchanged pages', () => {
  it('are neither converted nor sent again, and still belong to the folder', async () => {
    const { importFolder } = importer()
    for (const name of ['a.md', 'b.html', 'c.txt']) await write(name, 'Text.')
    expect((await importFolder()).tally).toMatchObject({ created: 3 })
    await write('b.html', 'Other text.')
    await write('d.md', ' \n')
    expect(await importFolder()).toEqual({
      tally: { ...emptyTally(), unchanged: 2, updated: 1, skipped: 1 },
      sent: ['b.html'],
      names: ['a.md', 'b.html', 'c.txt'],
    })
  })

  it('are sent again when anything changes that their documents are made from', async () => {
    const { importFolder } = importer()
    await write('a.md', 'Text.')
    await importFolder()
    for (const change of [
      { allowed: ['group:it'] },
      { allowed: ['group:it', 'role:Owner'], urlBase: 'https://wiki.example.com' },
      { allowed: ['group:it', 'role:Owner'], urlBase: 'https://wiki.example.com/en' },
      {},
    ]) {
      expect((await importFolder(change)).tally).toEqual({ ...emptyTally(), updated: 1 })
      expect((await importFolder(change)).sent).toEqual([])
    }
    await write('a.md', 'Text.', new Date(written.getTime() + 1))
    expect((await importFolder()).tally).toEqual({ ...emptyTally(), updated: 1 })
    expect((await importFolder({ source: 'other' })).tally).toEqual({ ...emptyTally(), created: 1 })
  })

  it('apply a new access-control list although the text is the same', async () => {
    const { importFolder, stored } = importer()
    await write('a.md', 'Text.')
    await importFolder()
    await importFolder({ allowed: ['group:it'] })
    expect(stored().map(({ allowed }) => allowed)).toEqual([['group:it']])
  })

  it('without a stored fingerprint are sent once more', async () => {
    const { importFolder, ports } = importer()
    await write('a.md', 'Text.')
    await importFolder()
    for (const [id, document] of ports.database.tables.documents)
      ports.database.tables.documents.set(id, { ...document, fingerprint: null })
    expect(await importFolder()).toMatchObject({ tally: { unchanged: 1 }, sent: ['a.md'] })
    expect(await importFolder()).toMatchObject({ tally: { unchanged: 1 }, sent: [] })
  })

  it('are sent again after another import changed or removed their documents', async () => {
    const { importFolder, ports, stored } = importer()
    await write('a.md', 'Text.')
    await importFolder()
    const [page] = stored()
    const { database } = ports
    await ports.transact(async ({ documents }) => {
      await documents.upsert([{ ...page!, body: 'Other.', fingerprint: null }], () => 'id')
      return { ok: true, value: null }
    })
    expect(await importFolder()).toMatchObject({ tally: { updated: 1 }, sent: ['a.md'] })
    expect(stored()).toEqual([page])
    database.tables.documents.clear()
    expect(await importFolder()).toMatchObject({ tally: { created: 1 }, sent: ['a.md'] })
  })

  it('give way to a later item with the same name, in every import', async () => {
    const { importFolder, stored } = importer()
    await write('z.md', 'Page.')
    await write('zz.jsonl', JSON.stringify({ external_id: 'z.md', title: 'Line', body: 'Line.' }))
    const bodies = () => stored().map(({ body }) => body)
    for (let round = 0; round < 3; round += 1) {
      await importFolder()
      expect(bodies()).toEqual(['Line.'])
    }
    expect((await importFolder()).tally).toEqual({ ...emptyTally(), unchanged: 1, superseded: 1 })
  })

  it('leave the same documents as an import into an empty database, after any changes', async () => {
    const { importFolder, stored } = importer()
    const random = randomNumbers()
    for (let step = 0; step < 60; step += 1) {
      for (const name of ['a.md', 'b.txt', 'c.html'])
        if (random(2) === 0)
          await write(name, `# Text ${random(3)}`, new Date(written.getTime() + random(2)))
      const given = {
        allowed: random(2) === 0 ? ['everyone'] : ['group:it'],
        urlBase: random(2) === 0 ? null : 'https://wiki.example.com',
      }
      await importFolder(given)
      const items = await Array.fromAsync(readPath(folder, { ...options, ...given }))
      const expected = items.flatMap((item) => (item.kind === 'document' ? [item.document] : []))
      const sorted = stored().toSorted((left, right) =>
        left.externalId < right.externalId ? -1 : 1,
      )
      expect(sorted).toEqual(expected)
    }
  })
})

/** Integers below a limit, the same in each run. */
function randomNumbers(): (limit: number) => number {
  let state = 11
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}
