import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { anOrigin, aPersonIn, memoryPorts, valueOf } from '../../testing/index.ts'
import { authenticateSurface } from './authenticate-surface.ts'
import { createKey } from '../create-key.ts'
import { createServiceKey } from '../create-service-key.ts'
import { showKeyUsage } from '../usage/show-key-usage.ts'

const key = { actor: operator, name: 'bot', lifetimeDays: 30, sources: null } as const

describe('authenticateSurface', () => {
  it('returns the surface with the platform of its key and the remaining requests', async () => {
    const ports = memoryPorts()
    const created = valueOf(await createServiceKey(ports, { ...key, source: 'bot_gateway' }))
    const keyId = created.key.id
    expect(
      await authenticateSurface(ports, { presented: created.plain, origin: anOrigin }),
    ).toEqual({
      ok: true,
      value: {
        keyId,
        actor: { kind: 'surface', via: 'service_key', keyId, source: 'bot_gateway', ...anOrigin },
        allowances: {
          key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 },
          person: null,
        },
      },
    })
  })

  it('R35 refuses a personal key, and counts and records the call', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const created = valueOf(await createKey(ports, { ...key, ownerId: account.id }))
    const refused = await authenticateSurface(ports, { presented: created.plain, origin: anOrigin })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'key.service_key_required', allowances: { key: { remaining: 59 } } },
    })
    const usage = await showKeyUsage(ports, {
      actor: operator,
      keyId: created.key.id,
      scope: 'all',
    })
    expect(usage).toMatchObject({ ok: true, value: { totals: { denied: 1 } } })
  })

  it('R4 refuses anything but an active key in the same way', async () => {
    const ports = memoryPorts()
    for (const presented of ['', 'x', ports.apiKeys.newApiKey().plain]) {
      expect(await authenticateSurface(ports, { presented, origin: anOrigin })).toEqual({
        ok: false,
        error: { code: 'key.refused' },
      })
    }
  })
})
