import {
  addGroupMember,
  changeRole,
  createGroup,
  deactivateAccount,
  endAccountSessions,
  importDocuments,
  operator,
  removeGroupMember,
  removeIdentity,
  revokeKey,
  showKeyUsage,
} from '@ken/core'
import { aDocument, valueOf, type MemoryPorts } from '@ken/core/testing'
import type { AccountId } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { enrolledIn, read, signedIn } from '../testing/browser.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'
import { keyHolderIn } from '../testing/key-holder.ts'
import { toolCall } from '../testing/mcp-clients.ts'
import { aSurfaceIn, linkedIn } from '../testing/surface.ts'
import { lateMs } from './late-body.ts'

/** A POST whose body ends only after `meanwhile`, and so much later by the clock. */
function lateJson(
  { clock }: Pick<MemoryPorts, 'clock'>,
  request: RequestInit,
  meanwhile: () => Promise<unknown>,
  afterMs = lateMs,
): RequestInit {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      await meanwhile()
      clock.advance(afterMs)
      // Not `bytes()`: the listener that other tests open replaces `Response` by a class without it.
      const bytes = await new Response(request.body).arrayBuffer()
      controller.enqueue(new Uint8Array(bytes))
      controller.close()
    },
  }
  // Nothing is pulled before it is read, after the caller was authenticated.
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
  return { ...request, body, duplex: 'half' }
}

const search = '/public/v1/search'
const query = { query: 'lighthouse' }

const membership = (userId: AccountId) => ({ actor: operator, slug: 'finance', userId })

/** The app, with a document that only the group `finance` may see. */
async function worldWithFinance() {
  const world = await httpWorld()
  const { ports } = world
  await createGroup(ports, { actor: operator, slug: 'finance' })
  await importDocuments(ports, {
    actor: operator,
    documents: [aDocument({ body: 'The lighthouse.', allowed: ['group:finance'] })],
  })
  return world
}

describe('a body that arrives late', () => {
  it('R5 is refused if the key was revoked meanwhile, and counts once', async () => {
    const world = await httpWorld()
    const { key, plain, usage } = await keyHolderIn(world)
    const revoke = () => revokeKey(world.ports, { actor: operator, keyId: key.id, scope: 'all' })
    const late = lateJson(world.ports, postJson(query, plain), revoke)
    expect((await world.app.request(search, late)).status).toBe(401)
    expect(await usage()).toMatchObject({ ok: 0, denied: 1, failed: 0 })
  })

  it('R5 is refused, too, if the clock was set back meanwhile', async () => {
    const world = await httpWorld()
    const { key, plain } = await keyHolderIn(world)
    const revoke = () => revokeKey(world.ports, { actor: operator, keyId: key.id, scope: 'all' })
    const late = lateJson(world.ports, postJson(query, plain), revoke, -3_600_000)
    expect((await world.app.request(search, late)).status).toBe(401)
  })

  it('R6 is searched with the permissions at its end', async () => {
    const { app, ports } = await worldWithFinance()
    const { account, plain } = await keyHolderIn({ ports })
    await addGroupMember(ports, membership(account.id))
    const leave = () => removeGroupMember(ports, membership(account.id))
    const join = () => addGroupMember(ports, membership(account.id))
    const results = async (meanwhile: () => Promise<unknown>) => {
      const late = lateJson(ports, postJson(query, plain), meanwhile)
      const { text } = await read(await app.request(search, late))
      return [...text.matchAll(/The lighthouse\./g)].length
    }
    expect([await results(async () => {}), await results(leave), await results(join)]).toEqual([
      1, 0, 1,
    ])
  })

  it('R6 is searched with the permissions of a signed-in person at its end', async () => {
    const world = await worldWithFinance()
    const { account, browser } = await signedIn(world)
    const { ports } = world
    await addGroupMember(ports, membership(account.id))
    const leave = () => removeGroupMember(ports, membership(account.id))
    const late = lateJson(ports, postJson(query, browser.token ?? ''), leave)
    const { status, json } = await read(await world.app.request(search, late))
    expect([status, json]).toMatchObject([200, { results: [] }])
  })

  it('counts against the limits once', async () => {
    const world = await httpWorld()
    const { plain } = await keyHolderIn(world)
    const late = lateJson(world.ports, postJson(query, plain), async () => {})
    const { headers } = await world.app.request(search, late)
    expect(headers.get('ratelimit')).toMatch(/^"key";r=59;.* "person";r=599;/)
    const next = await world.app.request(search, postJson(query, plain))
    expect(next.headers.get('ratelimit')).toMatch(/^"key";r=58;/)
  })

  it('R5 is refused if the person was deactivated or the session ended meanwhile', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const deactivate = () => deactivateAccount(world.ports, { actor: operator, userId: account.id })
    const late = lateJson(world.ports, postJson(query, browser.token ?? ''), deactivate)
    expect((await world.app.request(search, late)).status).toBe(403)
  })

  it.each(['session', 'role'] as const)(
    'R147 repeats no import for an Admin whose %s ended meanwhile',
    async (ended) => {
      const world = await httpWorld()
      const { account, browser } = await enrolledIn(world, { role: 'Admin' })
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'text/csv',
          'idempotency-key': 'list',
          authorization: `Bearer ${browser.token}`,
        },
        body: 'email,role\ngrace@example.com,Member\n',
      }
      const path = '/api/v1/admin/invitations/import'
      expect((await world.app.request(path, request)).status).toBe(200)
      const act = { actor: operator, userId: account.id }
      const end = () =>
        ended === 'session'
          ? endAccountSessions(world.ports, act)
          : changeRole(world.ports, { ...act, role: 'Member' })
      const late = await world.app.request(path, lateJson(world.ports, request, end))
      const status = ended === 'session' ? 401 : 403
      expect([late.status, late.headers.get('idempotency-replayed')]).toEqual([status, null])
    },
  )

  it('R148 redeems no link code for a service key that was revoked meanwhile', async () => {
    const world = await httpWorld()
    const { key, plain } = await aSurfaceIn(world)
    const { browser } = await signedIn(world)
    const { json } = await browser.post('/api/v1/me/link-codes', {})
    const { code } = json
    const revoke = () => revokeKey(world.ports, { actor: operator, keyId: key.id, scope: 'all' })
    const redeem = postJson({ external_id: 'U1', code }, plain)
    const late = lateJson(world.ports, redeem, revoke)
    expect((await world.app.request('/api/v1/surfaces/link', late)).status).toBe(401)
    expect(world.ports.database.tables.identities.size).toBe(0)
    const shown = { actor: operator, keyId: key.id, scope: 'all' } as const
    const usage = valueOf(await showKeyUsage(world.ports, shown))
    expect(usage.totals).toMatchObject({ ok: 0, denied: 1, failed: 0 })
  })

  it('has the headers of every other 401 if its credential is refused by then', async () => {
    const world = await httpWorld()
    const { key, plain } = await keyHolderIn(world)
    const { browser } = await signedIn(world)
    const surface = await aSurfaceIn(world)
    const revoke = (keyId: typeof key.id) => () =>
      revokeKey(world.ports, { actor: operator, keyId, scope: 'all' })
    const redeem = { external_id: 'U1', code: 'ABCD-EFGH' }
    const expire = async () => world.ports.clock.advance(900_000)
    const requests = [
      { path: search, body: query, credential: plain, meanwhile: revoke(key.id) },
      { path: search, body: query, credential: browser.token ?? '', meanwhile: expire },
      {
        path: '/api/v1/surfaces/link',
        body: redeem,
        credential: surface.plain,
        meanwhile: revoke(surface.key.id),
      },
    ]
    for (const { path, body, credential, meanwhile } of requests) {
      const late = lateJson(world.ports, postJson(body, credential), meanwhile)
      const refused = await world.app.request(path, late)
      const again = await world.app.request(path, postJson(body, credential))
      expect([refused.status, ...refused.headers.keys()]).toEqual([401, ...again.headers.keys()])
    }
  })

  it('R6 does not act for a person who was unlinked meanwhile', async () => {
    const world = await httpWorld()
    const { plain } = await aSurfaceIn(world)
    const { account, identity } = await linkedIn(world)
    const unlink = () =>
      removeIdentity(world.ports, {
        actor: operator,
        userId: account.id,
        identityId: identity.id,
      })
    const behalf = postJson(query, plain, { 'ken-on-behalf-of': identity.externalId })
    const { status } = await world.app.request(search, lateJson(world.ports, behalf, unlink))
    expect(status).toBe(403)
  })

  it.for(['search', 'fetch'])('R5 calls no tool %s with a key that was revoked', async (tool) => {
    const world = await httpWorld()
    const { key, plain } = await keyHolderIn(world)
    const revoke = () => revokeKey(world.ports, { actor: operator, keyId: key.id, scope: 'all' })
    const call = postJson(toolCall(tool, query), plain, {
      accept: 'application/json, text/event-stream',
    })
    const { status } = await world.app.request('/mcp', lateJson(world.ports, call, revoke))
    expect(status).toBe(401)
  })
})

it('reads nothing again for a body that arrives in time', async () => {
  const world = await httpWorld()
  const { plain } = await keyHolderIn(world)
  let reads = 0
  const keyHolders: MemoryPorts['keyHolders'] = {
    findByDigest(digest) {
      reads += 1
      return world.ports.keyHolders.findByDigest(digest)
    },
  }
  const counted = await httpWorld({ ports: { ...world.ports, keyHolders } })
  const inTime = lateJson(world.ports, postJson(query, plain), async () => {}, lateMs - 1)
  expect((await counted.app.request(search, inTime)).status).toBe(200)
  expect(reads).toBe(1)
})
