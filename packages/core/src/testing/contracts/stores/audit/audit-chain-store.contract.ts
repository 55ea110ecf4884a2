import { describe, expect } from 'vitest'
import type { ChainBreak } from '../../../../ports/stores/audit/audit-chain-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAuditEntry, anyEntry } from '../../../builders/builders.ts'
import { committed, testIn, type Closable } from '../../contract-suite.ts'

export type AuditChainWorld = Closable & {
  readonly transact: Transact
  /** What only the owner of the tables can do. */
  readonly tamper: {
    /** Changes the target of an entry. */
    readonly change: (entryId: string) => Promise<void>
    readonly remove: (entryId: string) => Promise<void>
    readonly insert: (entryId: string, ageMinutes: number) => Promise<void>
    /** Removes the link of an entry. */
    readonly unlink: (entryId: string) => Promise<void>
    /** Gives an entry and its link a time that is no date. */
    readonly setTime: (entryId: string, time: string) => Promise<void>
    /** Inserts a link for an entry that does not exist. */
    readonly insertLink: (position: number, entryId: string) => Promise<void>
    readonly removeLink: (position: number) => Promise<void>
    /** Removes the stored state. */
    readonly forget: () => Promise<void>
  }
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

const intact = { broken: 0, firstBreak: null }
/** The break at the link of an entry. */
const breakOf = (position: number, { id, at }: Omit<ChainBreak, 'position'>): ChainBreak => ({
  position,
  id,
  at,
})

/** What every `AuditChainStore` must do. `open` returns a fresh, empty world for each test. */
export function auditChainStoreContract(name: string, open: () => Promise<AuditChainWorld>) {
  const test = testIn(open)
  describe(`AuditChainStore contract: ${name}`, () => {
    test('R161 links each entry once, at most `countMax` at a time, and verifies the links in parts', async ({
      transact,
    }) => {
      expect(await extend(transact)).toBe(0)
      expect(await verify(transact)).toEqual({ ...intact, last: 0, checked: 0 })
      await append(transact, 'a', 'b', 'c')
      expect([await extend(transact, 2), await extend(transact), await extend(transact)]).toEqual([
        2, 1, 0,
      ])
      expect(await extend(transact, 100, true)).toBe(0)
      expect(await verify(transact, 0, 2)).toEqual({ ...intact, last: 2, checked: 2 })
      expect(await verify(transact, 2, 2)).toEqual({ ...intact, last: 3, checked: 1 })
      expect(await verify(transact, 3)).toEqual({ ...intact, last: 3, checked: 0 })
    })

    test('R161 finds every entry that was changed or removed, and returns the first', async ({
      transact,
      tamper,
    }) => {
      await append(transact, 'a', 'b', 'c', 'd')
      await extend(transact)
      const [, second, third] = await entries(transact)
      const all = { last: 4, checked: 4 }
      await tamper.remove(third!.id)
      expect(await verify(transact)).toEqual({ ...all, broken: 1, firstBreak: breakOf(3, third!) })
      await tamper.change(second!.id)
      expect(await verify(transact)).toEqual({ ...all, broken: 2, firstBreak: breakOf(2, second!) })
      expect(await verify(transact, 3)).toEqual({ ...intact, last: 4, checked: 1 })
    })

    test('R161 finds a removed link by the one after it', async ({ transact, tamper }) => {
      await append(transact, 'a', 'b', 'c')
      await extend(transact)
      const [first, second, third] = await entries(transact)
      await tamper.unlink(second!.id)
      for (const after of [0, 1, 2])
        expect(await verify(transact, after)).toMatchObject({ firstBreak: breakOf(3, third!) })
      await tamper.unlink(first!.id)
      expect(await verify(transact)).toMatchObject({ broken: 1, firstBreak: breakOf(3, third!) })
    })

    test('R161 links new entries after one with a high id, and entries with any id if thorough', async ({
      transact,
      tamper,
    }) => {
      await append(transact, 'a')
      await extend(transact)
      await tamper.insert(String(Number.MAX_SAFE_INTEGER - 1), 0)
      expect(await extend(transact)).toBe(1)
      await append(transact, 'b')
      expect(await extend(transact)).toBe(1)
      await tamper.insert('-5', 0)
      expect(await extend(transact, 100, true)).toBe(1)
      expect(await verify(transact)).toEqual({ ...intact, last: 4, checked: 4 })
    })

    test('R161 counts entries older than ten minutes without a link', async ({
      transact,
      tamper,
    }) => {
      await tamper.insert('1', 9)
      for (const id of ['2', '3']) await tamper.insert(id, 11)
      const count = () => committed(transact, ({ auditChain }) => auditChain.countUnlinked())
      expect(await count()).toBe(2)
      await extend(transact)
      expect(await count()).toBe(0)
      await tamper.unlink('3')
      expect(await count()).toBe(1)
    })

    for (const time of ['infinity', '-infinity', '294276-12-31Z', '4713-01-01Z BC'])
      test(`R161 finds a break and lists its entry although its time is ${time}`, async ({
        transact,
        tamper,
      }) => {
        await append(transact, 'a', 'b')
        await extend(transact)
        const [first] = await entries(transact)
        await tamper.setTime(first!.id, time)
        const firstBreak = { position: 1, id: first!.id, at: null }
        expect(await verify(transact)).toMatchObject({ broken: 1, firstBreak })
        await committed(transact, ({ auditChain }) => auditChain.recordCheck(1, firstBreak))
        expect(await state(transact)).toMatchObject({ since: null, firstBreak })
        const listed = await entries(transact)
        expect(listed.map(({ target }) => target).toSorted()).toEqual(['a', 'b'])
        for (const { at } of listed) expect(at.toISOString()).toMatch(/^\d{4}-/)
      })

    test('R161 links entries although links are at the last possible positions', async ({
      transact,
      tamper,
    }) => {
      await append(transact, 'a')
      await extend(transact)
      const end = Number.MAX_SAFE_INTEGER
      await tamper.insertLink(end - 1, '-77')
      await append(transact, 'b', 'c', 'd')
      expect(await extend(transact)).toBe(3)
      expect(await state(transact)).toMatchObject({ head: { position: 3 } })
      expect(await verify(transact)).toMatchObject({
        checked: 5,
        firstBreak: { position: end - 1, id: '-77' },
      })
      expect(await verify(transact, end - 2, 1)).toMatchObject({ last: end - 1, broken: 1 })
      await tamper.removeLink(end - 1)
      await tamper.removeLink(end)
      await extend(transact, 100, true)
      expect(await verify(transact)).toEqual({ ...intact, last: 4, checked: 4 })
    })

    test('R161 works without a stored state, and stores it again', async ({ transact, tamper }) => {
      await tamper.forget()
      expect(await state(transact)).toMatchObject({ verifiedTo: 0, checkedAt: null })
      await append(transact, 'a')
      expect(await extend(transact)).toBe(1)
      await tamper.forget()
      await committed(transact, ({ auditChain }) => auditChain.recordCheck(1, null))
      expect(await state(transact)).toMatchObject({ verifiedTo: 1, firstBreak: null })
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
      const firstBreak = breakOf(1, first!)
      await committed(transact, ({ auditChain }) => auditChain.recordCheck(1, firstBreak))
      expect(await state(transact)).toMatchObject({
        verifiedTo: 1,
        checkedAt: expect.any(Date) as Date,
        firstBreak,
      })
    })
  })
}
