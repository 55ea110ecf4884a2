import { describe, expect } from 'vitest'
import type { ChainBreak } from '../../../ports/stores/audit-chain-store.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { anAuditEntry, anyEntry } from '../../builders/builders.ts'
import { committed, testIn, type Closable } from '../contract-suite.ts'

export type AuditChainWorld = Closable & {
  readonly transact: Transact
  /** Changes the target of an entry, or removes it, as only the owner of the tables can. */
  readonly tamper: (entryId: string, how: 'change' | 'remove') => Promise<void>
}

const append = (transact: Transact, ...targets: readonly string[]) =>
  committed(transact, async ({ audit }) => {
    for (const target of targets) await audit.append(anAuditEntry({ target }))
  })
const extend = (transact: Transact, countMax = 100, isThorough = false) =>
  committed(transact, ({ auditChain }) => auditChain.extend(countMax, isThorough))
const verify = (transact: Transact, after = 0, countMax = 100) =>
  committed(transact, ({ auditChain }) => auditChain.verify(after, countMax))
const state = (transact: Transact) =>
  committed(transact, ({ auditChain }) => auditChain.readState())
const entries = async (transact: Transact) =>
  (
    await committed(transact, ({ audit }) => audit.list(anyEntry, { after: null, limit: 100 }))
  ).toReversed()

/** The break at an entry. */
const broken = ({ id, at }: ChainBreak) => ({ id, at })

/** What every `AuditChainStore` must do. `open` returns a fresh, empty world for each test. */
export function auditChainStoreContract(name: string, open: () => Promise<AuditChainWorld>) {
  const test = testIn(open)
  describe(`AuditChainStore contract: ${name}`, () => {
    test('R161 links each entry once, at most `countMax` at a time, and verifies the links in parts', async ({
      transact,
    }) => {
      expect(await extend(transact)).toBe(0)
      expect(await verify(transact)).toEqual({ last: 0, checked: 0, firstBreak: null })
      await append(transact, 'a', 'b', 'c')
      expect([await extend(transact, 2), await extend(transact), await extend(transact)]).toEqual([
        2, 1, 0,
      ])
      expect(await extend(transact, 100, true)).toBe(0)
      expect(await verify(transact, 0, 2)).toEqual({ last: 2, checked: 2, firstBreak: null })
      expect(await verify(transact, 2, 2)).toEqual({ last: 3, checked: 1, firstBreak: null })
      expect(await verify(transact, 3)).toEqual({ last: 3, checked: 0, firstBreak: null })
    })

    test('R161 finds the first entry that was changed, and one that was removed', async (world) => {
      const { transact } = world
      await append(transact, 'a', 'b', 'c', 'd')
      await extend(transact)
      const [, second, third] = await entries(transact)
      await world.tamper(third!.id, 'remove')
      expect((await verify(transact)).firstBreak).toEqual(broken(third!))
      await world.tamper(second!.id, 'change')
      expect(await verify(transact)).toEqual({ last: 1, checked: 1, firstBreak: broken(second!) })
    })

    test('R161 changes its head with every entry, and returns the last check', async ({
      transact,
    }) => {
      const nothing = { verifiedTo: 0, checkedAt: null, firstBreak: null }
      expect(await state(transact)).toEqual({ ...nothing, head: null, since: null })
      await append(transact, 'a')
      await extend(transact)
      const [first] = await entries(transact)
      const before = await state(transact)
      expect(before).toMatchObject({ ...nothing, since: first!.at, head: { position: 1 } })
      await append(transact, 'b')
      await extend(transact)
      const after = await state(transact)
      expect(after.head).toMatchObject({ position: 2 })
      expect(after.head!.hash).not.toBe(before.head!.hash)
      const firstBreak = { id: first!.id, at: first!.at }
      await committed(transact, ({ auditChain }) => auditChain.recordCheck(1, firstBreak))
      expect(await state(transact)).toMatchObject({
        verifiedTo: 1,
        checkedAt: expect.any(Date) as Date,
        firstBreak,
      })
    })
  })
}
