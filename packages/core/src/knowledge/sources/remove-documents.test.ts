import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { documentsPerRemovalMax, removeDocuments } from './remove-documents.ts'

const source = 'wiki' as Source

async function aWiki() {
  const ports = memoryPorts()
  const documents = [
    ...['a', 'b', 'c'].map((externalId) => aDocument({ source, externalId })),
    aDocument({ source: 'ticket', externalId: 'a' }),
  ]
  await importDocuments(ports, { actor: operator, documents })
  const remove = (externalIds: readonly string[]) =>
    removeDocuments(ports, { actor: operator, source, externalIds })
  const left = () =>
    [...ports.database.tables.documents.values()].map(
      (document) => `${document.source} ${document.externalId}`,
    )
  const removals = () =>
    [...ports.database.tables.audit.values()].filter(({ action }) => action === 'knowledge.remove')
  return { remove, left, removals }
}

describe('removeDocuments', () => {
  it('removes the documents of this source, and audits their number', async () => {
    const { remove, left, removals } = await aWiki()
    expect(await remove(['a', 'c', 'nowhere', 'a'])).toEqual({ ok: true, value: 2 })
    expect(left()).toEqual(['wiki b', 'ticket a'])
    expect(removals()).toMatchObject([{ target: 'source:wiki', meta: { removed: 2 } }])
  })

  it('does nothing when repeated', async () => {
    const { remove, removals } = await aWiki()
    await remove(['a'])
    expect(await remove(['a'])).toEqual({ ok: true, value: 0 })
    expect(removals()).toHaveLength(1)
  })

  it('takes a bounded number', async () => {
    const { remove } = await aWiki()
    const many = Array.from({ length: documentsPerRemovalMax + 1 }, () => 'a')
    await expect(remove(many)).rejects.toThrow('at most 500')
    expect(await remove(many.slice(1))).toEqual({ ok: true, value: 1 })
  })

  onlyAdministrators((ports, actor) => removeDocuments(ports, { actor, source, externalIds: [] }))
})
