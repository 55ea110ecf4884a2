import { importDocuments, operator } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { anyCharacter } from '@ken/core/testing/any-character'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBrowser, enrolledIn, read, signedIn } from '../../../testing/browser.ts'
import { httpWorld, postJson } from '../../../testing/http-world.ts'
import { aSurfaceIn } from '../../../testing/surface.ts'

const path = '/api/v1/admin/knowledge/documents'
const page = {
  source: 'wiki',
  external_id: 'a',
  title: 'Page',
  url: 'https://wiki.example.com/a',
  body: 'Text.',
  allowed: ['everyone'],
  updated_at: '2026-02-13T09:30:00Z',
}

/** An administrator who sends batches. */
async function importer() {
  const world = await httpWorld()
  const { browser, account } = await enrolledIn(world, { role: 'Admin' })
  const send = async (method: 'POST' | 'DELETE', body: unknown) =>
    read(await world.app.request(path, { ...postJson(body, browser.token!), method }))
  const verdicts = async (...documents: readonly unknown[]) => {
    const { status, text } = await send('POST', { documents })
    expect(status).toBe(200)
    const body: { documents: Verdict[] } = JSON.parse(text)
    return body.documents
  }
  return { world, account, send, verdicts }
}
const many = (count: number, body: string) =>
  Array.from({ length: count }, (_, place) => ({ ...page, external_id: `${place}`, body }))

type Verdict = {
  readonly verdict: string
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
}
const kinds = (verdicts: readonly Verdict[]) => verdicts.map(({ verdict }) => verdict)

describe('POST /api/v1/admin/knowledge/documents', () => {
  it('returns a verdict for each document, in order, and stores the valid ones', async () => {
    const { world, verdicts } = await importer()
    await verdicts(page)
    const batch = [
      { ...page, external_id: 'new', url: null, updated_at: null },
      { ...page, title: 'Superseded' },
      'not a document',
      { ...page, external_id: 'b', title: '', allowed: [], owner: 'x' },
      { ...page, external_id: 'b', title: '\0', allowed: ['group:A B'] },
      { ...page, title: 'Changed' },
      { ...page, external_id: 'c', title: undefined, updated_at: 'yesterday' },
    ]
    const outcome = await verdicts(...batch)
    expect(kinds(outcome)).toEqual([
      'created',
      'superseded',
      'invalid',
      'invalid',
      'invalid',
      'updated',
      'invalid',
    ])
    expect(outcome.map(({ errors }) => errors.map(({ pointer }) => pointer))).toEqual([
      [],
      [],
      ['#/documents/2'],
      ['#/documents/3/owner'],
      ['#/documents/4/title', '#/documents/4/allowed'],
      [],
      ['#/documents/6/title', '#/documents/6/updated_at'],
    ])
    expect(outcome[6]?.errors[0]?.detail).toBe('is required and must be a string')
    expect(outcome[6]?.errors[1]?.detail).toMatch(/^must be an ISO 8601 time/)
    const { documents } = world.ports.database.tables
    expect([...documents.values()].map(({ title }) => title).toSorted()).toEqual([
      'Changed',
      'Page',
      'Printer on floor two',
    ])
  })

  it('changes nothing when a batch is repeated, and takes documents in any order', async () => {
    const { verdicts, world } = await importer()
    const batch = ['a', 'b', 'c'].map((external_id) => ({ ...page, external_id }))
    expect(kinds(await verdicts(...batch))).toEqual(['created', 'created', 'created'])
    const entries = world.ports.database.tables.audit.size
    expect(kinds(await verdicts(...batch.toReversed()))).toEqual(batch.map(() => 'unchanged'))
    expect(world.ports.database.tables.audit.size).toBe(entries)
  })

  it('identifies documents as the command line does, and keeps its fingerprints', async () => {
    const { world, verdicts } = await importer()
    const fingerprint = 'x'.repeat(43)
    const { external_id: externalId, updated_at: updatedAt, ...same } = page
    const document = aDocument({ ...same, externalId, updatedAt: new Date(updatedAt), fingerprint })
    await importDocuments(world.ports, { actor: operator, documents: [document] })
    expect(kinds(await verdicts(page))).toEqual(['unchanged'])
    const stored = [...world.ports.database.tables.documents.values()].at(-1)
    expect(stored).toEqual(document)
  })

  it('takes 500 documents in 8 MiB, and refuses more', async () => {
    const { send } = await importer()
    expect((await send('POST', { documents: many(500, 'x'.repeat(16_000)) })).status).toBe(200)
    expect((await send('POST', { documents: many(501, '') })).json).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer: '#/documents', detail: 'must have at most 500 entries' }],
    })
    expect((await send('POST', { documents: [] })).status).toBe(400)
    const tooLarge = await send('POST', { documents: many(5, 'x'.repeat(1_800_000)) })
    expect(tooLarge).toMatchObject({ status: 413, json: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('R239 takes documents from Owners and Admins who are signed in, and from no key', async () => {
    const world = await httpWorld()
    const owner = await enrolledIn(world, { role: 'Owner' })
    const member = await signedIn(world)
    const surface = await aSurfaceIn(world)
    const before = world.ports.database.tables.documents.size
    const status = async (credential: string, method: 'POST' | 'DELETE') => {
      const body =
        method === 'POST' ? { documents: [page] } : { source: 'wiki', external_ids: ['a'] }
      const init = { ...postJson(body, credential), method }
      return (await world.app.request(path, init)).status
    }
    for (const method of ['POST', 'DELETE'] as const) {
      expect(await status(world.key, method)).toBe(401)
      expect(await status(surface.plain, method)).toBe(401)
      expect(await status(aBrowser(world.app).token ?? '', method)).toBe(401)
      expect(await status(member.browser.token!, method)).toBe(403)
    }
    expect(world.ports.database.tables.documents.size).toBe(before)
    expect(await status(owner.browser.token!, 'POST')).toBe(200)
  })

  it('R75 gives 4,000 mutated documents a verdict or a reason, and never fails', async () => {
    const { send } = await importer()
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: anyCharacter, maxLength: 30 }),
      fc.constantFrom('\0', '\uD800', '__proto__', 'https://', '9'.repeat(400), ''),
    )
    const mutated = fc
      .tuple(
        fc.constantFrom(...Object.keys(page), 'constructor', 'more'),
        anything,
        fc.constantFrom('replace', 'remove'),
      )
      .map(([field, value, how]) =>
        Object.fromEntries([
          ...Object.entries(page).filter(([name]) => name !== field),
          ...(how === 'replace' ? [[field, value] as const] : []),
        ]),
      )
    const batch = fc.array(fc.oneof({ weight: 9, arbitrary: mutated }, anything), {
      minLength: 50,
      maxLength: 50,
    })
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(batch, async (documents) => {
        const { status, json, text } = await send('POST', { documents })
        statuses.add(status)
        expect(status === 200 || json.code === 'INVALID_REQUEST').toBe(true)
        const { documents: outcome = [] }: { documents?: Verdict[] } = JSON.parse(text)
        expect(outcome).toHaveLength(status === 200 ? documents.length : 0)
        for (const { verdict, errors } of outcome)
          expect(errors.length > 0).toBe(verdict === 'invalid')
      }),
      { numRuns: 80, seed: 40 },
    )
    expect(statuses).toEqual(new Set([200, 400]))
  })
})

describe('DELETE /api/v1/admin/knowledge/documents', () => {
  it('removes documents of one source, and nothing when repeated', async () => {
    const { send, verdicts } = await importer()
    await verdicts(page, { ...page, external_id: 'b' }, { ...page, source: 'ticket' })
    const removal = { source: 'wiki', external_ids: ['a', 'b', 'nowhere'] }
    expect(await send('DELETE', removal)).toMatchObject({ status: 200, json: { removed: 2 } })
    expect(await send('DELETE', removal)).toMatchObject({ status: 200, json: { removed: 0 } })
    expect(kinds(await verdicts({ ...page, source: 'ticket' }))).toEqual(['unchanged'])
  })

  it.each([
    { source: 'Wiki', external_ids: ['a'] },
    { source: 'wiki', external_ids: [] },
    { source: 'wiki', external_ids: ['\0'] },
    { source: 'wiki', external_ids: 'a' },
    { source: 'wiki' },
    { source: 'wiki', external_ids: Array.from({ length: 501 }, () => 'a') },
  ])('refuses %j', async (body) => {
    const { send } = await importer()
    expect(await send('DELETE', body)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST' },
    })
  })
})
