import { expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aPersonIn, memoryPorts, valueOf } from '../../testing/index.ts'
import { createKey } from '../create-key.ts'
import { createServiceKey } from '../create-service-key.ts'
import { verifyPersonalKey } from './verify-personal-key.ts'

it('S9 admits a personal key without counting a call, and refuses a service key and anything else', async () => {
  const keyLimiter = { take: () => Promise.reject(new Error('counted')) }
  const ports = { ...memoryPorts(), keyLimiter }
  const { account, actor } = await aPersonIn(ports)
  const own = {
    actor,
    ownerId: account.id,
    name: 'laptop',
    lifetimeDays: 30,
    sources: null,
  } as const
  const personal = valueOf(await createKey(ports, own))
  const many = { actor: operator, source: 'portal', name: 'bot', lifetimeDays: null, sources: null }
  const service = valueOf(await createServiceKey(ports, many))

  expect(await verifyPersonalKey(ports, personal.plain)).toMatchObject({
    ok: true,
    value: { kind: 'personal', keyId: personal.key.id, ownerId: account.id },
  })
  expect(await verifyPersonalKey(ports, service.plain)).toEqual({
    ok: false,
    error: { code: 'key.personal_key_required' },
  })
  const usage = [...ports.database.tables.keyUsage.values()].flatMap(({ hours }) => [
    ...hours.values(),
  ])
  expect(usage).toEqual([{ ok: 0, rateLimited: 0, denied: 1, failed: 0 }])
  for (const other of ['', 'ken_', `${personal.plain}0`, 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'])
    expect(await verifyPersonalKey(ports, other)).toEqual({
      ok: false,
      error: { code: 'key.refused' },
    })
})
