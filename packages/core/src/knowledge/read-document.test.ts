import { expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { pageLengthMax } from '../model/knowledge/document-page.ts'
import { parseSource, type DocumentId, type DocumentInput } from '../model/knowledge/document.ts'
import { all, visibleTo } from '../testing/builders/search-world.ts'
import {
  aDate,
  aDocument,
  memoryPorts,
  memorySearchLimiter,
  newId,
  valueOf,
} from '../testing/index.ts'
import { importDocuments } from './imports/import-documents.ts'
import { readDocument, type ReadDocument } from './read-document.ts'

const userId = newId() as AccountId
const page = { externalId: 'a', source: 'wiki', title: 'Page', body: 'Text.', updatedAt: aDate }

async function libraryOf(document: Partial<DocumentInput>) {
  const ports = memoryPorts()
  const store = (changed: Partial<DocumentInput>) =>
    importDocuments(ports, {
      actor: operator,
      documents: [aDocument({ ...page, ...document, ...changed })],
    })
  await store({})
  const [id] = ports.database.tables.documents.keys()
  const read = (request: Partial<ReadDocument> = {}) =>
    readDocument(ports, { userId, visibility: all, documentId: id!, ...request })
  return { ports, id, store, read }
}

const notFound = { ok: false, error: { code: 'document.not_found' } }

it('reads a document that the person may see', async () => {
  const { id, read } = await libraryOf({ url: 'https://wiki.example.com/a' })
  expect(valueOf(await read())).toEqual({
    id,
    title: 'Page',
    url: 'https://wiki.example.com/a',
    source: 'wiki',
    text: 'Text.',
    updatedAt: aDate,
    nextOffset: null,
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

it('R206 refuses a hidden, narrowed away, removed and invented document alike', async () => {
  const { ports, read } = await libraryOf({ allowed: ['group:it'] })
  const mine = visibleTo('everyone', 'group:it')
  expect(await read({ visibility: mine })).toMatchObject({ ok: true })
  const refused = [
    { visibility: all },
    { visibility: all, offset: 7, version: 'of another' },
    { visibility: { ...mine, sources: [parseSource('ticket')!] } },
    { visibility: mine, documentId: newId() as DocumentId },
  ]
  for (const request of refused) expect(await read(request)).toEqual(notFound)
  ports.database.tables.documents.clear()
  expect(await read({ visibility: mine })).toEqual(notFound)
})

it('refuses a page of another version than the first', async () => {
  const { read, store } = await libraryOf({ body: 'x'.repeat(pageLengthMax + 1) })
  const { nextOffset, version } = valueOf(await read())
  const next = () => read({ offset: nextOffset!, version })
  expect(valueOf(await next())).toMatchObject({ text: 'x', nextOffset: null, version })

  await store({ body: 'y'.repeat(pageLengthMax + 1) })
  expect(await next()).toEqual({ ok: false, error: { code: 'document.changed' } })
  await store({ body: 'x'.repeat(pageLengthMax + 1) })
  expect(await next()).toMatchObject({ ok: true })
})

it('R170 counts as a search of the person', async () => {
  const { ports, id } = await libraryOf({})
  const searchLimiter = memorySearchLimiter({ runningMax: 0, waitingMax: 0, waitMs: 0 })
  expect(
    await readDocument({ ...ports, searchLimiter }, { userId, visibility: all, documentId: id! }),
  ).toMatchObject({ ok: false, error: { code: 'search.too_many' } })
})
