import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { removeIdentity } from '../../identities/remove-identity.ts'
import { importDocuments } from '../../knowledge/imports/import-documents.ts'
import {
  aDocument,
  anIdentityIn,
  anOrigin,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../../testing/index.ts'
import { authenticateKey } from './authenticate-key.ts'
import { createServiceKey } from '../create-service-key.ts'
import { showKeyUsage } from '../usage/show-key-usage.ts'

/** A service key of the bot messenger, and a person linked there. */
async function aSurfaceWithLinkedPerson(
  ports: MemoryPorts,
  sources: readonly string[] | null = null,
) {
  const created = await createServiceKey(ports, {
    actor: operator,
    source: 'bot_gateway',
    name: 'bot',
    lifetimeDays: null,
    sources,
  })
  const { key, plain } = valueOf(created)
  const { account, actor } = await aPersonIn(ports)
  const { id: identityId, externalId } = await anIdentityIn(ports, account, {
    source: 'bot_gateway',
  })
  const askFor = (onBehalfOf: string) =>
    authenticateKey(ports, { presented: plain, onBehalfOf, origin: anOrigin })
  return { key, plain, account, actor, identityId, externalId, askFor }
}

describe('authenticateKey with a service key', () => {
  const notLinked = { ok: false, error: { code: 'key.behalf_not_linked' } }

  it('R6 returns the person a service key acts for, narrowed by the key, and counts against the key', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents: [aDocument({ source: 'wiki' })] })
    const { key, account, externalId, askFor } = await aSurfaceWithLinkedPerson(ports, ['wiki'])
    expect(await askFor(externalId)).toEqual({
      ok: true,
      value: {
        keyId: key.id,
        actor: {
          kind: 'person',
          userId: account.id,
          role: 'Member',
          via: 'service_key',
          keyId: key.id,
          sessionId: null,
          source: 'bot_gateway',
          ...anOrigin,
        },
        visibility: {
          principals: ['everyone', 'role:Member', `user:${account.id}`],
          sources: ['wiki'],
        },
        allowances: {
          key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 },
          person: null,
        },
      },
    })
  })

  it('requires a service key to name a person', async () => {
    const ports = memoryPorts()
    const { plain } = await aSurfaceWithLinkedPerson(ports)
    const required = await authenticateKey(ports, { presented: plain, origin: anOrigin })
    expect(required).toMatchObject({
      ok: false,
      error: { code: 'key.on_behalf_of_required', allowances: { key: { remaining: 59 } } },
    })
  })

  it('R65 refuses a person who is unknown, not linked there, deactivated or must replace a password in the same way', async () => {
    const ports = memoryPorts()
    const { account, externalId, askFor } = await aSurfaceWithLinkedPerson(ports)
    const elsewhere = await anIdentityIn(ports, account, { source: 'workspace_chat' })
    for (const id of ['unknown', elsewhere.externalId, '', `${externalId} `])
      expect(await askFor(id)).toMatchObject(notLinked)
    for (const change of [{ status: 'deactivated' }, { mustChangePassword: true }] as const) {
      ports.database.tables.accounts.set(account.id, { ...account, ...change })
      expect(await askFor(externalId)).toMatchObject(notLinked)
    }
    ports.database.tables.accounts.set(account.id, account)
    expect(await askFor(externalId)).toMatchObject({ ok: true })
  })

  it('R5 refuses on the next call after the link is removed', async () => {
    const ports = memoryPorts()
    const { account, actor, identityId, externalId, askFor } = await aSurfaceWithLinkedPerson(ports)
    expect(await askFor(externalId)).toMatchObject({ ok: true })
    await removeIdentity(ports, { actor, userId: account.id, identityId })
    expect(await askFor(externalId)).toMatchObject(notLinked)
  })

  it('R10 records refused calls on the key', async () => {
    const ports = memoryPorts()
    const { key, plain, askFor } = await aSurfaceWithLinkedPerson(ports)
    await askFor('unknown')
    await authenticateKey(ports, { presented: plain, origin: anOrigin })
    const usage = await showKeyUsage(ports, { actor: operator, keyId: key.id, scope: 'all' })
    expect(usage).toMatchObject({
      ok: true,
      value: { totals: { ok: 0, rateLimited: 0, denied: 1, failed: 1 } },
    })
  })
})
