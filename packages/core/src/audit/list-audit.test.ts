import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  aKey,
  anAuditEntry,
  anyEntry,
  aPersonIn,
  memoryPorts,
  newId,
  valueOf,
} from '../testing/index.ts'
import { listAudit } from './list-audit.ts'

const everything = { filter: anyEntry, page: { after: null, limit: 100 } }

describe('listAudit', () => {
  it('R62 shows Owner, Admin and operator the audit log, page by page', async () => {
    const ports = memoryPorts()
    const targets = ['a', 'b', 'c']
    await ports.transact(async ({ audit }) => {
      for (const target of targets) await audit.append(anAuditEntry({ target }))
      return ok(null)
    })
    const [owner, admin] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    for (const actor of [owner.actor, admin.actor, operator]) {
      const first = valueOf(
        await listAudit(ports, { actor, filter: anyEntry, page: { after: null, limit: 2 } }),
      )
      const second = valueOf(
        await listAudit(ports, { actor, filter: anyEntry, page: { after: first.next, limit: 2 } }),
      )
      expect([...first.items, ...second.items].map(({ target }) => target)).toEqual(['c', 'b', 'a'])
      expect(second.next).toBeNull()
    }
  })

  it('R62 says what actors, targets and members of groups are called now', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { name: 'Ada' })
    const key = aKey(account, { name: 'ci' })
    const entries = [
      anAuditEntry({ actorId: account.id, target: `key:${key.id}` }),
      anAuditEntry({ target: `key:${newId()}`, actorId: newId() as AccountId }),
      anAuditEntry({ target: 'group:sales', meta: { user_id: account.id } }),
    ]
    await ports.transact(async ({ audit, keys }) => {
      await keys.insert(key, 'digest')
      for (const entry of entries) await audit.append(entry)
      return ok(null)
    })
    const { items } = valueOf(await listAudit(ports, { actor: operator, ...everything }))
    const named = items.map(({ actorName, targetName, memberName }) => [
      actorName,
      targetName,
      memberName,
    ])
    expect(named.toReversed()).toEqual([
      ['Ada', { name: 'ci', owner: 'Ada' }, null],
      [null, null, null],
      [null, null, 'Ada'],
    ])
  })

  it('R48 refuses a Member, and a person whose role is no longer the one in the token', async () => {
    const ports = memoryPorts()
    const member = await aPersonIn(ports)
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    for (const actor of [member.actor, { ...member.actor, role: 'Owner' as const }, gone.actor]) {
      expect(await listAudit(ports, { actor, ...everything })).toEqual({
        ok: false,
        error: { code: 'account.forbidden' },
      })
    }
  })
})
