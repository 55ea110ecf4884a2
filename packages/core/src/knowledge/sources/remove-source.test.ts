import { expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { removeSource } from './remove-source.ts'
import { requestSourceRemoval } from './request-source-removal.ts'

const job = { kind: 'remove_source', source: 'wiki' as Source } as const

async function aWikiOf(count: number) {
  const ports = memoryPorts()
  const fill = async (source: string, total: number) => {
    for (let done = 0; done < total; done += 500) {
      const documents = Array.from({ length: Math.min(500, total - done) }, () =>
        aDocument({ source }),
      )
      await importDocuments(ports, { actor: operator, documents })
    }
  }
  await fill('wiki', count)
  await fill('ticket', 1)
  const state = () => {
    const { documents, jobs: queued, sourceRemovals } = ports.database.tables
    return [documents.size, queued.size, sourceRemovals.size]
  }
  return { ports, fill, state }
}

it('removes a part, and queues itself for the rest, until the removal ends', async () => {
  const { ports, state } = await aWikiOf(1001)
  await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
  const states = [state()]
  for (let run = 0; run < 3; run += 1) {
    expect(await removeSource(ports, job)).toEqual({ ok: true, value: null })
    states.push(state())
  }
  expect(states).toEqual([
    [1002, 1, 1],
    [502, 2, 1],
    [2, 3, 1],
    [1, 3, 0],
  ])
})

it('does nothing when a duplicate runs after the removal', async () => {
  const { ports, fill, state } = await aWikiOf(1)
  await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
  await removeSource(ports, job)
  await fill('wiki', 2)
  await removeSource(ports, job)
  expect(state()).toEqual([3, 1, 0])
})
