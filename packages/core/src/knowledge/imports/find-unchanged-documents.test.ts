import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { findUnchangedDocuments } from './find-unchanged-documents.ts'
import { documentsPerImportMax, importDocuments } from './import-documents.ts'

const fingerprint = 'a'.repeat(43)
const page = { source: 'wiki', externalId: 'vpn', fingerprint }

describe('findUnchangedDocuments', () => {
  onlyAdministrators((ports, actor) => findUnchangedDocuments(ports, { actor, documents: [page] }))

  it('returns whether each document is stored with its fingerprint, and changes nothing', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents: [aDocument(page)] })
    const before = ports.database.tables
    const documents = [{ ...page, fingerprint: 'b'.repeat(43) }, page, { ...page, source: 'other' }]
    expect(await findUnchangedDocuments(ports, { actor: operator, documents })).toEqual({
      ok: true,
      value: [false, true, false],
    })
    expect(ports.database.tables).toEqual(before)
  })

  it('throws for more documents than an import may have', async () => {
    const documents = Array.from({ length: documentsPerImportMax }, () => page)
    const find = async (more: readonly (typeof page)[]) =>
      findUnchangedDocuments(memoryPorts(), {
        actor: operator,
        documents: [...documents, ...more],
      })
    expect(await find([])).toMatchObject({ ok: true })
    await expect(find([page])).rejects.toThrow(RangeError)
  })
})
