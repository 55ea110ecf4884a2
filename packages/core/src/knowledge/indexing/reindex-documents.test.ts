import { expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { reindexDocuments } from './reindex-documents.ts'

it('analyzes all documents again in batches, and audits the end', async () => {
  const ports = memoryPorts()
  await importDocuments(ports, {
    actor: operator,
    documents: Array.from({ length: 60 }, (_, number) => aDocument({ externalId: `${number}` })),
  })
  const actions = () => [...ports.database.tables.audit.values()].map(({ action }) => action)
  const next = () => reindexDocuments(ports, { actor: operator })
  expect(await next()).toEqual({ reindexed: 50, documents: 60, isComplete: false })
  expect(await ports.searchIndex.indexProgress()).toMatchObject({ reindexed: 50 })
  expect(await next()).toEqual({ reindexed: 60, documents: 60, isComplete: false })
  expect(actions()).not.toContain('knowledge.reindex')
  expect(await next()).toEqual({ reindexed: 60, documents: 60, isComplete: true })
  expect(actions()).toContain('knowledge.reindex')
  expect(await ports.searchIndex.indexProgress()).toMatchObject({ reindexed: null })
})
