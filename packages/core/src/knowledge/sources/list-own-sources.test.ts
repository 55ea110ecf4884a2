import { expect, it } from 'vitest'
import { ok } from '../../model/result.ts'
import { aDocument, aPersonIn, memoryPorts, newId } from '../../testing/index.ts'
import { listOwnSources } from './list-own-sources.ts'

it('R7 lists the sources in which the person may see a document, and no others', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports)
  const gone = await aPersonIn(ports, { status: 'deactivated' })
  await ports.transact(async ({ documents }) => {
    const added = [
      aDocument({ source: 'wiki' }),
      aDocument({ source: 'ticket', allowed: [`user:${actor.userId}`] }),
      aDocument({ source: 'ticket', allowed: ['role:Owner'] }),
      aDocument({ source: 'board', allowed: ['role:Owner'] }),
    ]
    return ok(await documents.upsert(added, newId))
  })
  expect(await listOwnSources(ports, { actor })).toEqual(['ticket', 'wiki'])
  expect(await listOwnSources(ports, { actor: gone.actor })).toEqual([])
})
