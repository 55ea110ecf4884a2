import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aDocument, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { importDocuments } from './import-documents.ts'
import { listSources } from './list-sources.ts'

describe('listSources', () => {
  onlyAdministrators((ports, actor) => listSources(ports, { actor }))

  it('counts the documents of every source, even those that the actor may not read', async () => {
    const ports = memoryPorts()
    const documents = [
      aDocument({ source: 'wiki' }),
      aDocument({ source: 'wiki', allowed: ['group:hr'] }),
      aDocument({ source: 'ticket' }),
    ]
    await importDocuments(ports, { actor: operator, documents })
    const value = [
      { source: 'ticket', documents: 1, removalRequestedAt: null },
      { source: 'wiki', documents: 2, removalRequestedAt: null },
    ]
    expect(await listSources(ports, { actor: operator })).toEqual({ ok: true, value })
  })
})
