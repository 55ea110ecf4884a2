import { describe, expect, it } from 'vitest'
import type { IdentitySource } from '../model/identities/identity.ts'
import { teamChatSource } from '../model/team-chat/team-chat-settings.ts'
import { noWeek } from '../model/keys/usage.ts'
import { ok } from '../model/result.ts'
import type { Key } from '../model/keys/key.ts'
import {
  aDate,
  aKeyIn,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  newDigest,
  type MemoryPorts,
  valueOf,
} from '../testing/index.ts'
import { createKey } from './create-key.ts'
import { createServiceKey } from './create-service-key.ts'
import { showKey } from './show-key.ts'
import { takeOverKey } from './take-over-key.ts'

const stored = async <Stored extends Key>(ports: MemoryPorts, key: Stored): Promise<Stored> => {
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
  return key
}

describe('showKey', () => {
  it('R8 shows a key without its secret to its owner and to administrators, and to no one else', async () => {
    const ports = memoryPorts()
    const [owner, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const admin = await aPersonIn(ports, { role: 'Admin' })
    const key = await aKeyIn(ports, owner.account)
    const show = (actor: typeof owner.actor, scope: 'own' | 'all') =>
      showKey(ports, { actor, keyId: key.id, scope })
    const { email, role, status } = owner.account
    const shown = {
      ...key,
      ownerEmail: email,
      responsibleEmail: email,
      responsible: { role, status },
      status: 'active',
      week: noWeek,
      may: ['revoke', 'replace'],
    }
    expect(valueOf(await show(owner.actor, 'own'))).toEqual(shown)
    expect(valueOf(await show(admin.actor, 'all'))).toEqual(shown)
    const missing = { ok: false, error: { code: 'key.not_found' } }
    for (const scope of ['own', 'all'] as const)
      expect(await show(other.actor, scope)).toEqual(missing)
    expect(await show(admin.actor, 'own')).toEqual(missing)
  })

  it('R148 says that an Owner may take a key over exactly where that would change something', async () => {
    const ports = memoryPorts()
    const [owner, former] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const createdBy = former.account.id
    const keys = [
      await aKeyIn(ports, former.account),
      await stored(ports, aServiceKey({ createdBy })),
      await stored(ports, aServiceKey()),
      await stored(ports, aServiceKey({ createdBy, takenOverBy: owner.account.id })),
      await stored(ports, aServiceKey({ createdBy, revokedAt: aDate })),
      await stored(ports, aServiceKey({ createdBy, source: teamChatSource })),
    ]
    const may = async (actor: typeof owner.actor, { id: keyId }: Key) =>
      valueOf(await showKey(ports, { actor, keyId, scope: 'all' })).may.includes('take_over')
    const takeOver = async ({ id: keyId }: Key) => {
      const before = ports.database.tables.audit.size
      await takeOverKey(ports, { actor: owner.actor, keyId, ownerId: owner.account.id })
      return ports.database.tables.audit.size > before
    }
    for (const key of keys) {
      expect([key.name, await may(former.actor, key)]).toEqual([key.name, false])
      expect(await may(owner.actor, key)).toBe(await takeOver(key))
    }
  })

  it('says that a key may be replaced exactly where another one may be created', async () => {
    const ports = memoryPorts()
    const people = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
      await aPersonIn(ports),
      await aPersonIn(ports, { status: 'deactivated' }),
    ]
    const keys: Key[] = []
    for (const { account } of people) keys.push(await aKeyIn(ports, account, { name: account.id }))
    for (const source of ['zzz_bot' as IdentitySource, teamChatSource])
      keys.push(await stored(ports, aServiceKey({ source })))
    const input = { name: 'new', lifetimeDays: null, sources: null }
    for (const { actor, account } of people.slice(0, 2)) {
      for (const key of keys) {
        const { may } = valueOf(await showKey(ports, { actor, keyId: key.id, scope: 'all' }))
        const created =
          key.kind === 'service'
            ? await createServiceKey(ports, { actor, source: key.source, ...input })
            : await createKey(ports, { actor, ownerId: key.ownerId, ...input })
        expect([account.role, key.name, may.includes('replace')]).toEqual([
          account.role,
          key.name,
          created.ok,
        ])
      }
    }
  })

  it('says that an ended key cannot be revoked', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const key = await aKeyIn(ports, account, { revokedAt: aDate })
    const shown = valueOf(await showKey(ports, { actor, keyId: key.id, scope: 'own' }))
    expect([shown.status, shown.may]).toEqual(['revoked', []])
  })
})
