import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { findUnchangedDocuments } from '../imports/find-unchanged-documents.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { listSources } from './list-sources.ts'
import { requestSourceRemoval } from './request-source-removal.ts'

const removalOf = (source: string) => ({ kind: 'remove_source', source: source as Source }) as const

async function aWiki() {
  const ports = memoryPorts()
  const pages = [aDocument({ source: 'wiki' }), aDocument({ source: 'wiki' })]
  await importDocuments(ports, { actor: operator, documents: pages })
  const request = (source: string) => requestSourceRemoval(ports, { actor: operator, source })
  const requests = () =>
    [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'knowledge.remove_source',
    )
  return { ports, pages, request, requests }
}

describe('requestSourceRemoval', () => {
  onlyAdministrators((ports, actor) => requestSourceRemoval(ports, { actor, source: 'wiki' }))

  it('queues a job, lists the removal, and audits it', async () => {
    const { ports, request, requests } = await aWiki()
    expect(await request('wiki')).toEqual({ ok: true, value: { source: 'wiki', documents: 2 } })
    expect([...ports.database.tables.jobs.values()]).toEqual([
      { kind: 'remove_source', source: 'wiki' },
    ])
    expect(requests()).toMatchObject([{ target: 'source:wiki', meta: { documents: 2 } }])
    expect(await listSources(ports, { actor: operator })).toMatchObject({
      ok: true,
      value: [{ source: 'wiki', documents: 2, removalRequestedAt: ports.clock.now() }],
    })
  })

  it('queues the job again when repeated, and audits it once', async () => {
    const { ports, request, requests } = await aWiki()
    await request('wiki')
    expect(await request('wiki')).toMatchObject({ ok: true })
    expect(ports.database.tables.jobs.size).toBe(2)
    expect(requests()).toHaveLength(1)
  })

  it('queues the jobs of the source that failed for good, and no others', async () => {
    const { ports, request } = await aWiki()
    await request('wiki')
    const { jobs, jobsDead } = ports.database.tables
    jobs.clear()
    for (const [id, source] of [
      ['1', 'wiki'],
      ['2', 'ticket'],
      ['3', 'wiki'],
    ] as const)
      jobsDead.set(id, removalOf(source))
    expect(await request('wiki')).toMatchObject({ ok: true })
    const after = ports.database.tables
    expect([[...after.jobs.values()], [...after.jobsDead.keys()]]).toEqual([
      [removalOf('wiki'), removalOf('wiki')],
      ['2'],
    ])
  })

  it.each(['elsewhere', 'Wiki', ''])(
    'refuses the source "%s" without documents',
    async (source) => {
      const { ports, request, requests } = await aWiki()
      const error = { code: 'knowledge.source_not_found' }
      expect(await request(source)).toEqual({ ok: false, error })
      expect([ports.database.tables.sourceRemovals.size, requests().length]).toEqual([0, 0])
    },
  )

  it('refuses imports of the source until the removal ends, and no others', async () => {
    const { ports, pages, request } = await aWiki()
    await request('wiki')
    const error = { code: 'knowledge.source_being_removed', sources: ['wiki'] }
    const ticket = aDocument({ source: 'ticket' })
    const documents = [ticket, ...pages]
    const fingerprinted = documents.map((document) => ({ ...document, fingerprint: 'a' }))
    expect(await importDocuments(ports, { actor: operator, documents })).toEqual({
      ok: false,
      error,
    })
    expect(
      await findUnchangedDocuments(ports, { actor: operator, documents: fingerprinted }),
    ).toEqual({ ok: false, error })
    expect(ports.database.tables.documents.size).toBe(2)
    expect(await importDocuments(ports, { actor: operator, documents: [ticket] })).toEqual({
      ok: true,
      value: [{ kind: 'created' }],
    })
  })
})
