import { runHere } from '@ken/composition'
import { memoryPorts } from '@ken/core/testing'
import { convertPage, pageConverter, readUnconverted, type Page } from '@ken/files'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { importItems } from './import-items.ts'
import { emptyTally } from './import-tally.ts'
import { storeBatch } from './store-batch.ts'

const long = 'Some words. '.repeat(30_000)

/** The pages of a folder with a short file and one above the limit of conversions in this thread. */
async function pagesOf(): Promise<readonly Page[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ken-batch-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'long.md'), long)
  await writeFile(join(folder, 'short.md'), 'Text.')
  return pagesIn(folder)
}

async function pagesIn(folder: string): Promise<readonly Page[]> {
  const pages: Page[] = []
  const options = { source: 'wiki', allowed: ['everyone'], urlBase: null }
  for await (const item of readUnconverted(folder, options))
    if (item.kind === 'page') pages.push(item)
  return pages
}

const ignore = () => {}

function counts() {
  const failures: string[] = []
  const failed = (position: string, reason: string) => void failures.push(`${position}: ${reason}`)
  const observer = { failed, skipped: ignore, stored: ignore, contained: ignore }
  return { tally: emptyTally(), observer, importId: 'one', failures }
}

it('fails a large page that takes too long to convert, and stores the others', async () => {
  const { failures, ...counted } = counts()
  const converter = pageConverter({
    thread: {
      convertPage: async () => ({ kind: 'invalid', reason: 'too_complex', detail: 'too long' }),
      close: async () => {},
    },
  })
  await storeBatch(runHere(memoryPorts()), await pagesOf(), { ...counted, converter })
  expect(counted.tally).toEqual({ ...emptyTally(), created: 1, failed: 1 })
  expect(failures).toEqual(['long.md: too long'])
})

it('makes of a large page the document that a conversion in this thread makes', async () => {
  const ports = memoryPorts()
  const { failures: _none, ...counted } = counts()
  const pages = await pagesOf()
  async function* stream() {
    yield* pages
  }
  const { signal } = new AbortController()
  await importItems(runHere(ports), stream(), { ...counted, signal })
  expect(counted.tally).toEqual({ ...emptyTally(), created: 2 })
  const large = await convertPage(pages.find(({ position }) => position === 'long.md')!)
  const stored = [...ports.database.tables.documents.values()].find(
    ({ externalId }) => externalId === 'long.md',
  )
  expect(large).toMatchObject({ kind: 'document', document: { body: stored?.body } })
})

it('gives Ctrl-C and the progress a turn between two pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ken-batch-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['one.md', 'two.md']) await writeFile(join(folder, name), '')
  const events: string[] = []
  const skipped = (position: string) => {
    events.push(position)
    setImmediate(() => events.push('a turn'))
  }
  const { failures: _none, observer, ...counted } = counts()
  await storeBatch(runHere(memoryPorts()), await pagesIn(folder), {
    ...counted,
    observer: { ...observer, skipped },
    converter: pageConverter({
      thread: { convertPage: () => expect.unreachable('for large pages'), close: async () => {} },
    }),
  })
  expect(events).toEqual(['one.md', 'a turn', 'two.md'])
})
