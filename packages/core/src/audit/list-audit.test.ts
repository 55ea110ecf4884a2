import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anAuditEntry, anyEntry, aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
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
