import { expect, it } from 'vitest'
import { operator, type Person } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import type { Transact } from '../../ports/index.ts'
import { aDocument, aPersonIn, aSessionIn, memoryPorts } from '../../testing/index.ts'
import { importDocuments } from './import-documents.ts'
import { pruneSource } from '../sources/prune-source.ts'
import { removeDocuments } from '../sources/remove-documents.ts'

const source = 'wiki' as Source
type MemoryPorts = ReturnType<typeof memoryPorts>

const acts: Readonly<Record<string, (ports: MemoryPorts, actor: Person) => Promise<unknown>>> = {
  importDocuments: (ports, actor) =>
    importDocuments(ports, { actor, documents: [aDocument({ source, externalId: 'c' })] }),
  pruneSource: (ports, actor) =>
    pruneSource(ports, { actor, source, kept: ['a'], created: 0, mayRemoveMost: true }),
  removeDocuments: (ports, actor) => removeDocuments(ports, { actor, source, externalIds: ['a'] }),
}

it.each(Object.entries(acts))(
  'R147 %s stores nothing if the session of its person has ended before it is done',
  async (_, act) => {
    const ports = memoryPorts()
    const documents = ['a', 'b'].map((externalId) => aDocument({ source, externalId }))
    await importDocuments(ports, { actor: operator, documents })
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const { actor } = await aSessionIn(ports, account)
    // The session is there when the act begins, and gone when it is done.
    const transact: Transact = (work) =>
      ports.transact((stores) =>
        work({ ...stores, accounts: { ...stores.accounts, findSignedIn: async () => null } }),
      )
    const stored = () => [...ports.database.tables.documents.values()].map((one) => one.externalId)
    expect(await act({ ...ports, transact }, actor)).toEqual({
      ok: false,
      error: { code: 'account.forbidden' },
    })
    expect(stored()).toEqual(['a', 'b'])
  },
)
