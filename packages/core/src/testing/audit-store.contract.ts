import { describe, expect } from 'vitest'
import type { AccountId } from '../accounts/account.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Transact } from '../ports/transact.ts'
import { anAuditEntry, newId } from './builders.ts'
import { committed, testIn, type Closable } from './contract-suite.ts'

const append = (transact: Transact, ...entries: readonly AuditEntry[]) =>
  committed(transact, async ({ audit, now }) => {
    for (const entry of entries) await audit.append(entry)
    return now()
  })
const list = (transact: Transact, limit = 10) => committed(transact, ({ audit }) => audit.list(limit))

/** What every `AuditStore` must do. `open` gives a fresh, empty world for each test. */
export function auditStoreContract(name: string, open: () => Promise<Closable & { readonly transact: Transact }>) {
  const test = testIn(open)
  describe(`AuditStore contract: ${name}`, () => {
    test('R62 keeps every field', async ({ transact }) => {
      const full = anAuditEntry({
        actorId: newId() as AccountId,
        via: 'api_key',
        action: 'key.revoke',
        target: `key:${newId()}`,
        outcome: 'failure',
        sessionId: newId(),
        keyId: newId(),
        address: '2001:db8::1',
        requestId: 'a "request" \\ 🙂',
        meta: { text: 'Zoë \u0001', count: 1.5, flag: false, none: null, '': 'nameless' },
      })
      await append(transact, full)
      await append(transact, anAuditEntry())
      expect(await list(transact)).toEqual([anAuditEntry(), full].map((entry) => ({ ...entry, at: expect.any(Date) as Date })))
    })

    test('R62 lists the newest entries first, also those of one transaction, at most as many as wanted', async ({ transact }) => {
      await append(transact, ...['a', 'b', 'c'].map((target) => anAuditEntry({ target })))
      await append(transact, anAuditEntry({ target: 'd' }))
      expect((await list(transact)).map(({ target }) => target)).toEqual(['d', 'c', 'b', 'a'])
      expect((await list(transact, 2)).map(({ target }) => target)).toEqual(['d', 'c'])
    })

    test('R62 dates an entry by the time of the database', async ({ transact }) => {
      const before = await committed(transact, ({ now }) => now())
      await append(transact, anAuditEntry())
      const after = await committed(transact, ({ now }) => now())
      const [entry] = await list(transact)
      expect(entry?.at.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(entry?.at.getTime()).toBeLessThanOrEqual(after.getTime())
    })
  })
}
