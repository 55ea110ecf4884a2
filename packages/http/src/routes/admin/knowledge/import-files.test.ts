import { operator, requestSourceRemoval } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, read, signedIn } from '../../../testing/browser.ts'
import { httpWorld, postJson } from '../../../testing/http-world.ts'
import { aSurfaceIn } from '../../../testing/surface.ts'

const path = '/api/v1/admin/knowledge/files'
const file = (name: string, content: string | Uint8Array = `Text of ${name}`) => ({
  path: name,
  content: Buffer.from(content).toString('base64'),
  modified_at: '2026-02-13T09:30:00Z',
})
const handbook = { source: 'handbook', allowed: ['everyone'] }

/** An administrator who sends files. */
async function importer() {
  const world = await httpWorld()
  const { browser, account } = await enrolledIn(world, { role: 'Admin' })
  const send = async (body: unknown) =>
    read(await world.app.request(path, postJson(body, browser.token!)))
  const verdicts = async (...files: readonly object[]) => {
    const { status, text } = await send({ ...handbook, files })
    expect(status).toBe(200)
    const { files: outcome }: { files: Verdict[] } = JSON.parse(text)
    return outcome
  }
  return { world, account, send, verdicts, token: browser.token! }
}
type Verdict = { readonly verdict: string; readonly reason: string | null; readonly detail: string }
const kinds = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ verdict, reason }) => (reason === null ? verdict : `${verdict}: ${reason}`))

describe('POST /api/v1/admin/knowledge/files', () => {
  it('R282 stores nothing for a client that has disconnected', async () => {
    const { world, token } = await importer()
    const request = postJson({ ...handbook, files: [file('a.md')] }, token)
    const { documents } = world.ports.database.tables
    const before = documents.size
    const response = await world.app.request(path, { ...request, signal: AbortSignal.abort() })
    expect(response.status).toBe(503)
    expect(documents.size).toBe(before)
  })

  it('R281 returns a verdict for each file, in order, with the reason for programs and in words', async () => {
    const { world, verdicts } = await importer()
    await verdicts(file('same.md'))
    const outcome = await verdicts(
      file('guides/new.md'),
      file('../../etc/passwd.md'),
      file('/root.md'),
      file('nul\0.md'),
      file(`${'x'.repeat(10_000)}.md`),
      file('same.md'),
      file('\u202Edm.exe.md'),
      file('empty.md', ''),
      file('twice.md'),
      file('twice.md', 'Again.'),
      file('binary.md', new Uint8Array([0x89, 0])),
    )
    expect(kinds(outcome)).toEqual([
      'created',
      'invalid: path_invalid',
      'invalid: path_invalid',
      'invalid: path_invalid',
      'invalid: path_too_long',
      'unchanged',
      'created',
      'skipped: empty',
      'superseded',
      'created',
      'invalid: binary',
    ])
    expect(outcome.map(({ detail }) => detail === null)).toEqual(
      outcome.map(({ reason }) => reason === null),
    )
    const stored = [...world.ports.database.tables.documents.values()]
    expect(stored.map(({ externalId }) => externalId)).toContain('guides/new.md')
    expect(stored.find(({ externalId }) => externalId === 'twice.md')?.body).toBe('Again.')
  })

  it('changes nothing when a batch is repeated, and counts the batches of an import together', async () => {
    const { world, send } = await importer()
    const import_id = '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f'
    for (const name of ['a.md', 'b.md', 'b.md'])
      expect((await send({ ...handbook, import_id, files: [file(name)] })).status).toBe(200)
    const { sourceImports } = world.ports.database.tables
    expect([...sourceImports.values()].at(-1)).toMatchObject({ source: 'handbook', upserted: 2 })
  })

  it('takes a file of 8 MiB and 500 files, and refuses more', async () => {
    const { send, verdicts } = await importer()
    const large = await verdicts(file('large.md', Buffer.alloc(8 * 1024 * 1024, 'x')))
    expect(kinds(large)).toEqual(['invalid: text_too_long'])
    const many = (count: number) =>
      Array.from({ length: count }, (_, number) => file(`${number}.md`))
    expect(await verdicts(...many(500))).toHaveLength(500)
    for (const files of [many(501), []])
      expect(await send({ ...handbook, files })).toMatchObject({
        status: 400,
        json: { code: 'INVALID_REQUEST', errors: [{ pointer: '#/files' }] },
      })
    const tooMuch = [file('a.md', Buffer.alloc(5_000_000)), file('b.md', Buffer.alloc(5_000_000))]
    expect(await send({ ...handbook, files: tooMuch })).toMatchObject({
      status: 413,
      json: { code: 'PAYLOAD_TOO_LARGE' },
    })
  })

  it.each([
    ['/source', { source: 'Hand Book' }],
    ['/source', { source: 'x'.repeat(64) }],
    ['/allowed', { allowed: [] }],
    ['/allowed/0', { allowed: ['public'] }],
    ['/allowed/1', { allowed: ['everyone', 'group:A B'] }],
    ['/url_base', { url_base: 'javascript:alert(1)' }],
    ['/url_base', { url_base: '//x.test' }],
    ['/url_base', { url_base: 'http://[' }],
    ['/url_base', { url_base: 'https://x.test/docs?ref=1' }],
    ['/url_base', { url_base: 'https://x.test/docs#top' }],
    ['/url_base', { url_base: 'https://ana:secret@x.test/docs' }],
    ['/import_id', { import_id: 'x' }],
    ['/files/0/content', { files: [{ ...file('a.md'), content: 'no base64!!!' }] }],
    ['/files/0/content', { files: [{ ...file('a.md'), content: 'YQ' }] }],
    ['/files/0/modified_at', { files: [{ ...file('a.md'), modified_at: 'yesterday' }] }],
    ['/files/0/modified_at', { files: [{ ...file('a.md'), modified_at: '0000-12-31T23:00:00Z' }] }],
    ['/files/0/allowed', { files: [{ ...file('a.md'), allowed: ['everyone'] }] }],
  ])('refuses the whole batch for %s: %j', async (pointer, wrong) => {
    const { send, world } = await importer()
    const before = world.ports.database.tables.documents.size
    expect(await send({ ...handbook, files: [file('a.md')], ...wrong })).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', errors: [{ pointer: `#${pointer}` }] },
    })
    expect(world.ports.database.tables.documents.size).toBe(before)
  })

  it('takes a base of links on any web server, also on this network', async () => {
    const { send, world } = await importer()
    const url_base = 'http://localhost:8080/docs'
    await send({ ...handbook, url_base, files: [file('a.md')] })
    expect([...world.ports.database.tables.documents.values()].at(-1)?.url).toBe(`${url_base}/a.md`)
  })

  it('refuses the batch while the source is being removed', async () => {
    const { world, send } = await importer()
    world.ports.database.tables.documents.set('x' as never, aDocument({ source: 'handbook' }))
    await requestSourceRemoval(world.ports, { actor: operator, source: 'handbook' })
    expect(await send({ ...handbook, files: [file('a.md')] })).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
  })

  it('R239 takes files from Owners and Admins who are signed in, and from no key', async () => {
    const world = await httpWorld()
    const owner = await enrolledIn(world, { role: 'Owner' })
    const member = await signedIn(world)
    const surface = await aSurfaceIn(world)
    const before = world.ports.database.tables.documents.size
    const status = async (credential: string) => {
      const body = { ...handbook, files: [file('a.md')] }
      return (await world.app.request(path, postJson(body, credential))).status
    }
    expect(await status(world.key)).toBe(401)
    expect(await status(surface.plain)).toBe(401)
    expect(await status('')).toBe(401)
    expect(await status(member.browser.token!)).toBe(403)
    expect(world.ports.database.tables.documents.size).toBe(before)
    expect(await status(owner.browser.token!)).toBe(200)
  })
})
