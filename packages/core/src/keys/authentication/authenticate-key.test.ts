import { describe, expect, it } from 'vitest'
import { operator, type Origin } from '../../model/actor.ts'
import { addGroupMember } from '../../groups/add-group-member.ts'
import { createGroup } from '../../groups/create-group.ts'
import { deleteGroup } from '../../groups/delete-group.ts'
import { removeGroupMember } from '../../groups/remove-group-member.ts'
import { importDocuments } from '../../knowledge/imports/import-documents.ts'
import {
  aDocument,
  anOrigin,
  aPersonIn,
  memoryPorts,
  type MemoryPorts,
} from '../../testing/index.ts'
import { authenticateKey } from './authenticate-key.ts'
import { createKey } from '../create-key.ts'
import { revokeKey } from '../revoke-key.ts'
import { showKeyUsage } from '../usage/show-key-usage.ts'

const refused = { ok: false, error: { code: 'key.refused' } }

/** A person with a key that expires after thirty days. */
async function aKeyHolder(ports: MemoryPorts, sources: readonly string[] | null = null) {
  const { account, actor } = await aPersonIn(ports)
  const created = await createKey(ports, {
    actor,
    ownerId: account.id,
    name: 'laptop',
    lifetimeDays: 30,
    sources,
  })
  if (!created.ok) throw new Error(created.error.code)
  const { key, plain } = created.value
  const authenticate = () => authenticateKey(ports, { presented: plain, origin: anOrigin })
  const principals = async () => {
    const authenticated = await authenticate()
    return authenticated.ok ? authenticated.value.visibility.principals : []
  }
  return { account, actor, key, plain, authenticate, principals }
}

/** Changes an account directly in the database. */
function alter(
  { database }: MemoryPorts,
  account: Awaited<ReturnType<typeof aKeyHolder>>['account'],
  change: Partial<typeof account>,
) {
  database.tables.accounts.set(account.id, { ...account, ...change })
}

describe('authenticateKey', () => {
  it('R6 acts with the present role of its owner, also if that requires a second factor that they do not have', async () => {
    const ports = memoryPorts()
    const { account, principals } = await aKeyHolder(ports)
    alter(ports, account, { role: 'Owner' })
    expect(await principals()).toContain('role:Owner')
  })

  it('R1 returns the owner of the key, with the key, the origin of the call and the remaining requests', async () => {
    const ports = memoryPorts()
    const { account, key, authenticate } = await aKeyHolder(ports)
    expect(await authenticate()).toEqual({
      ok: true,
      value: {
        keyId: key.id,
        actor: {
          kind: 'person',
          userId: account.id,
          role: 'Member',
          via: 'api_key',
          keyId: key.id,
          sessionId: null,
          source: null,
          ...anOrigin,
        },
        visibility: {
          principals: ['everyone', 'role:Member', `user:${account.id}`],
          sources: null,
        },
        allowances: {
          key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 },
          person: { allowed: true, limit: 600, remaining: 599, resetSeconds: 60 },
        },
      },
    })
  })

  it('R1 takes the actor from the key alone, and ignores fields in the origin', async () => {
    const ports = memoryPorts()
    const { account, plain } = await aKeyHolder(ports)
    const { actor: owner } = await aPersonIn(ports, { role: 'Owner' })
    const origin: Origin = owner
    const authenticated = await authenticateKey(ports, { presented: plain, origin })
    expect(authenticated).toMatchObject({
      ok: true,
      value: { actor: { userId: account.id, role: 'Member', via: 'api_key' } },
    })
  })

  it('R4 refuses anything but a key in the same way, without a look-up', async () => {
    const ports = memoryPorts()
    const { plain } = await aKeyHolder(ports)
    const keyHolders = { findByDigest: () => Promise.reject(new Error('looked up')) }
    const malformed = [
      '',
      ' ',
      `${plain} `,
      ` ${plain}`,
      `${plain}\n`,
      `${plain}0`,
      plain.slice(0, -1),
      plain.toUpperCase(),
      plain.replace('ken_', 'kan_'),
      plain.replace('ken_', ''),
      `Bearer ${plain}`,
      `${plain},${plain}`,
      plain.replace(/.$/, 'é'),
      '\u0000'.repeat(53),
      'ken_',
      ports.apiKeys.digest(plain)!,
    ]
    for (const presented of malformed) {
      expect(
        await authenticateKey({ ...ports, keyHolders }, { presented, origin: anOrigin }),
      ).toEqual(refused)
    }
  })

  it('refuses a personal key that names another person', async () => {
    const ports = memoryPorts()
    const { plain } = await aKeyHolder(ports)
    expect(
      await authenticateKey(ports, { presented: plain, onBehalfOf: 'U1', origin: anOrigin }),
    ).toMatchObject({
      ok: false,
      error: { code: 'key.on_behalf_of_not_allowed', allowances: { key: { remaining: 59 } } },
    })
  })

  it('R10 records only the refused calls of a known key', async () => {
    const ports = memoryPorts()
    const { key, authenticate } = await aKeyHolder(ports)
    for (let call = 0; call < 62; call += 1) await authenticate()
    await revokeKey(ports, { actor: operator, keyId: key.id, scope: 'all' })
    for (let call = 0; call < 3; call += 1) await authenticate()
    await authenticateKey(ports, { presented: ports.apiKeys.newApiKey().plain, origin: anOrigin })
    const usage = await showKeyUsage(ports, { actor: operator, keyId: key.id, scope: 'all' })
    expect(usage).toMatchObject({
      ok: true,
      value: { totals: { ok: 0, rateLimited: 2, denied: 3, failed: 0 } },
    })
    expect(ports.database.tables.keyUsage.size).toBe(1)
  })

  it('R9 allows 60 calls per key and minute, returns when to retry, and does not count refused keys', async () => {
    const ports = memoryPorts()
    const [first, second] = [await aKeyHolder(ports), await aKeyHolder(ports)]
    const outcomes = await Promise.all(Array.from({ length: 200 }, first.authenticate))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60)
    expect(await first.authenticate()).toEqual({
      ok: false,
      error: { code: 'key.rate_limited', limit: 60, resetSeconds: 60 },
    })
    expect(await second.authenticate()).toMatchObject({
      ok: true,
      value: { allowances: { key: { remaining: 59 } } },
    })
    ports.clock.advance(60_000)
    expect(await first.authenticate()).toMatchObject({ ok: true })

    const keyLimiter = { take: () => Promise.reject(new Error('counted')) }
    await revokeKey(ports, { actor: operator, keyId: first.key.id, scope: 'all' })
    expect(
      await authenticateKey({ ...ports, keyLimiter }, { presented: first.plain, origin: anOrigin }),
    ).toEqual(refused)
  })
})

describe('expiry and revocation in authenticateKey', () => {
  it('R5 refuses a key on the next call after it is revoked', async () => {
    const ports = memoryPorts()
    const [{ key, actor, authenticate }, other] = [await aKeyHolder(ports), await aKeyHolder(ports)]
    expect(await authenticate()).toMatchObject({ ok: true })
    await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })
    expect(await authenticate()).toEqual(refused)
    expect(await other.authenticate()).toMatchObject({ ok: true })
  })

  it('R5 refuses a key from the instant it expires', async () => {
    const ports = memoryPorts()
    const { authenticate } = await aKeyHolder(ports)
    ports.clock.advance(30 * 86_400_000 - 1)
    expect(await authenticate()).toMatchObject({ ok: true })
    ports.clock.advance(1)
    expect(await authenticate()).toEqual(refused)
  })

  it('R5 refuses the keys of an owner on the next call after they are deactivated or deleted', async () => {
    const ports = memoryPorts()
    const { account, authenticate } = await aKeyHolder(ports)
    alter(ports, account, { status: 'deactivated' })
    expect(await authenticate()).toEqual(refused)
    alter(ports, account, { status: 'active' })
    expect(await authenticate()).toMatchObject({ ok: true })
    ports.database.tables.accounts.delete(account.id)
    expect(await authenticate()).toEqual(refused)
  })

  it('R5 refuses an unknown key like every other', async () => {
    const ports = memoryPorts()
    const presented = ports.apiKeys.newApiKey().plain
    expect(await authenticateKey(ports, { presented, origin: anOrigin })).toEqual(refused)
  })
})

describe('permissions of authenticateKey', () => {
  it('R6 applies a changed role of the owner on the next call', async () => {
    const ports = memoryPorts()
    const { account, principals } = await aKeyHolder(ports)
    alter(ports, account, { role: 'Owner' })
    expect(await principals()).toContain('role:Owner')
    alter(ports, account, { role: 'Member' })
    expect(await principals()).toEqual(['everyone', 'role:Member', `user:${account.id}`])
  })

  it('R6 applies changed groups of the owner on the next call', async () => {
    const ports = memoryPorts()
    const { account, principals } = await aKeyHolder(ports)
    const membership = { actor: operator, slug: 'support', email: account.email }
    await createGroup(ports, membership)
    await addGroupMember(ports, membership)
    expect(await principals()).toContain('group:support')
    await removeGroupMember(ports, membership)
    expect(await principals()).not.toContain('group:support')
    await addGroupMember(ports, membership)
    await deleteGroup(ports, membership)
    expect(await principals()).not.toContain('group:support')
  })

  it('R19 refuses until the owner replaces a temporary password', async () => {
    const ports = memoryPorts()
    const { account, authenticate } = await aKeyHolder(ports)
    ports.database.tables.accounts.set(account.id, { ...account, mustChangePassword: true })
    expect(await authenticate()).toEqual({
      ok: false,
      error: { code: 'sign_in.password_change_required' },
    })
  })

  it('R6 narrows visibility to the sources of the key', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, {
      actor: operator,
      documents: [aDocument({ source: 'wiki' }), aDocument({ source: 'ticket' })],
    })
    const { authenticate } = await aKeyHolder(ports, ['ticket'])
    expect(await authenticate()).toMatchObject({
      ok: true,
      value: { visibility: { sources: ['ticket'] } },
    })
  })
})
