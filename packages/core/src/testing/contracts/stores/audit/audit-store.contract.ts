import { describe, expect } from 'vitest'
import type { AccountId } from '../../../../model/accounts/account.ts'
import type { AuditEntry } from '../../../../model/audit-entry.ts'
import type { AuditFilter } from '../../../../ports/stores/audit/audit-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import {
  aKey,
  anAccount,
  anAuditEntry,
  anInvitation,
  anyEntry,
  aServiceKey,
  newId,
} from '../../../builders/builders.ts'
import { committed, testIn, type Closable } from '../../contract-suite.ts'

const append = (transact: Transact, ...entries: readonly AuditEntry[]) =>
  committed(transact, async ({ audit, now }) => {
    for (const entry of entries) await audit.append(entry)
    return now()
  })
const list = (
  transact: Transact,
  filter: Partial<AuditFilter> = {},
  limit = 10,
  after: string | null = null,
) => committed(transact, ({ audit }) => audit.list({ ...anyEntry, ...filter }, { after, limit }))

/** What every `AuditStore` must do. `open` returns a fresh, empty world for each test. */
export function auditStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
) {
  const test = testIn(open)
  describe(`AuditStore contract: ${name}`, () => {
    test('R62 stores every field', async ({ transact }) => {
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
      const kept = {
        id: expect.any(String) as string,
        at: expect.any(Date) as Date,
        actorEmail: null,
      }
      expect(await list(transact)).toEqual(
        [anAuditEntry(), full].map((entry) => ({ ...entry, ...kept })),
      )
    })

    test('R62 adds thousands of entries at once, in their order, and none', async ({
      transact,
    }) => {
      const entries = Array.from({ length: 3_000 }, (_, position) =>
        anAuditEntry({ target: `group:g${position}` }),
      )
      await committed(transact, async ({ audit }) => {
        await audit.appendAll([])
        await audit.appendAll(entries)
      })
      expect((await list(transact, {}, 3_001)).map(({ target }) => target)).toEqual(
        entries.map(({ target }) => target).toReversed(),
      )
    })

    test('R62 names the people, keys and invitations that exist', async ({ transact }) => {
      const ada = anAccount({ name: 'Ada' })
      const [key, service] = [aKey(ada, { name: 'ci' }), aServiceKey({ name: 'bot' })]
      const invitation = anInvitation({ email: 'eve@example.com' })
      const named = [
        [`user:${ada.id}`, { name: 'Ada', owner: null }],
        [`key:${key.id}`, { name: 'ci', owner: 'Ada' }],
        [`key:${service.id}`, { name: 'bot', owner: null }],
        [`invitation:${invitation.id}`, { name: 'eve@example.com', owner: null }],
      ] as const
      const others = ['', 'user:', 'user:x', `key:${ada.id}`, `user:${newId()}`, 'group:sales']
      const names = await committed(transact, async (stores) => {
        await stores.accounts.insert(ada)
        await stores.keys.insert(key, '1'.repeat(64))
        await stores.keys.insert(service, '2'.repeat(64))
        await stores.invitations.insert([invitation])
        const targets = named.map(([target]) => target)
        return [
          await stores.audit.nameTargets([...targets, ...targets, ...others]),
          await stores.audit.nameTargets([]),
        ]
      })
      expect(names).toEqual([new Map<string, unknown>(named), new Map()])
    })

    test('finds and counts the entries of a session and of a request, with every other filter', async ({
      transact,
    }) => {
      const [sessionId, requestId] = [newId(), 'request-1']
      await append(
        transact,
        anAuditEntry({ target: 'a', sessionId, requestId }),
        anAuditEntry({ target: 'b', sessionId, action: 'key.create' }),
        anAuditEntry({ target: 'c', requestId, outcome: 'failure' }),
        anAuditEntry({ target: 'd' }),
      )
      const filters: readonly (readonly [Partial<AuditFilter>, readonly string[]])[] = [
        [{ sessionId }, ['b', 'a']],
        [{ requestId }, ['c', 'a']],
        [{ sessionId, requestId }, ['a']],
        [{ sessionId, action: 'key' }, ['b']],
        [{ requestId, outcome: 'failure' }, ['c']],
        [{ sessionId, target: 'd' }, []],
        [{}, ['d', 'c', 'b', 'a']],
        [{ outcome: 'failure' }, ['c']],
        [{ action: 'key', outcome: 'success', target: 'b' }, ['b']],
      ]
      const count = (filter: Partial<AuditFilter>, countMax = 100) =>
        committed(transact, ({ audit }) => audit.count({ ...anyEntry, ...filter }, countMax))
      for (const [filter, targets] of filters) {
        expect((await list(transact, filter)).map(({ target }) => target)).toEqual(targets)
        expect([filter, await count(filter)]).toEqual([filter, targets.length])
      }
      const [newest] = await list(transact, { sessionId })
      expect(await list(transact, { sessionId }, 10, newest!.id)).toMatchObject([{ target: 'a' }])
      expect([await count({}, 3), await count({ sessionId }, 1)]).toEqual([3, 1])
    })

    test('R62 lists the newest entries first, also those of one transaction, at most `limit`', async ({
      transact,
    }) => {
      await append(transact, ...['a', 'b', 'c'].map((target) => anAuditEntry({ target })))
      await append(transact, anAuditEntry({ target: 'd' }))
      expect((await list(transact)).map(({ target }) => target)).toEqual(['d', 'c', 'b', 'a'])
      expect((await list(transact, {}, 2)).map(({ target }) => target)).toEqual(['d', 'c'])
    })

    test('continues after an entry, and lists nothing after the oldest', async ({ transact }) => {
      await append(transact, ...['a', 'b', 'c'].map((target) => anAuditEntry({ target })))
      const [, second, third] = await list(transact)
      expect(await list(transact, {}, 10, second?.id)).toEqual([third])
      expect(await list(transact, {}, 10, third?.id)).toEqual([])
    })

    test('finds entries by actor, by action or its area, by target, by outcome, and by all together', async ({
      transact,
    }) => {
      const actorId = newId() as AccountId
      const target = `key:${newId()}`
      const wanted = anAuditEntry({ actorId, action: 'key.create', target, outcome: 'failure' })
      await append(transact, anAuditEntry(), wanted, anAuditEntry({ action: 'knowledge.import' }))
      for (const filter of [
        { actorId },
        { action: 'key.create' },
        { action: 'key' },
        { target },
        { outcome: 'failure' },
        { actorId, action: 'key', target, outcome: 'failure' },
      ] as const) {
        expect([filter, await list(transact, filter)]).toMatchObject([filter, [wanted]])
      }
      for (const action of ['k', 'key.', 'key.creat', 'key%', 'KEY', ''])
        expect(await list(transact, { action })).toEqual([])
      expect(await list(transact, { actorId, outcome: 'success' })).toEqual([])
    })

    test('finds entries from one time, inclusive, until another, exclusive', async ({
      transact,
    }) => {
      await append(transact, anAuditEntry())
      const [{ at } = { at: new Date() }] = await list(transact)
      const [before, behind] = [-1, 1].map((milliseconds) => new Date(at.getTime() + milliseconds))
      expect(await list(transact, { from: before!, until: behind! })).toHaveLength(1)
      expect(await list(transact, { from: behind! })).toEqual([])
      expect(await list(transact, { until: before! })).toEqual([])
    })

    test("returns the actor's current address, as long as the account exists", async ({
      transact,
    }) => {
      const actor = anAccount()
      await committed(transact, ({ accounts }) => accounts.insert(actor))
      await append(
        transact,
        anAuditEntry({ actorId: actor.id }),
        anAuditEntry({ actorId: newId() as AccountId }),
      )
      expect((await list(transact)).map(({ actorEmail }) => actorEmail)).toEqual([
        null,
        actor.email,
      ])
    })

    test('R62 dates an entry by database time', async ({ transact }) => {
      const before = await committed(transact, ({ now }) => now())
      await append(transact, anAuditEntry())
      const after = await committed(transact, ({ now }) => now())
      const [entry] = await list(transact)
      expect(entry?.at.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(entry?.at.getTime()).toBeLessThanOrEqual(after.getTime())
    })
  })
}
