import { importDocuments, operator } from '@ken/core'
import { aDocument, memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { prepareSearch } from './prepare-search.ts'

it('embeds passages until it is closed, and does not wait for an embedder that does not respond then', async () => {
  const asked = Promise.withResolvers<void>()
  const embedTexts = () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const embedder = { model: 'm', embedQuery: async () => null, embedTexts }
  const ports = memoryPorts({ embedder })
  await importDocuments(ports, { actor: operator, documents: [aDocument({})] })
  const preparing = prepareSearch(ports)
  await asked.promise
  const start = performance.now()
  await preparing.close()
  // Otherwise it waits for ten seconds.
  expect(performance.now() - start).toBeLessThan(9_000)
})
