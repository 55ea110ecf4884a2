import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { completeImport } from './complete-import.ts'
import { importDocuments } from './import-documents.ts'

describe('completeImport', () => {
  onlyAdministrators((ports, actor) =>
    completeImport(ports, { actor, importId: 'one', sources: ['wiki'] }),
  )

  it('records every source of the import, and keeps what its batches changed', async () => {
    const ports = memoryPorts()
    const importId = 'one'
    await importDocuments(ports, { actor: operator, documents: [aDocument()], importId })
    ports.clock.advance(1_000)
    const sources = ['wiki', 'ticket', 'wiki', 'No source']
    await completeImport(ports, { actor: operator, importId, sources })
    const recorded = [...ports.database.tables.sourceImports.values()]
    const at = ports.clock.now()
    expect(recorded).toMatchObject([
      { source: 'wiki', at, upserted: 1 },
      { source: 'ticket', at, upserted: 0 },
    ])
  })
})
