import { describe, expect } from 'vitest'
import type { Email } from '../../../model/accounts/email.ts'
import type { GroupSlug } from '../../../model/groups/group.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aDate, aGroup, anAccount } from '../../builders/builders.ts'
import { atOnce, committed, racesNote, testIn, type Closable, type SuiteOptions, type WorldTest } from '../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `GroupStore` must do. `open` gives a fresh, empty world for each test. */
export function groupStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`GroupStore contract: ${name}${racesNote(options)}`, () => {
    rows(test)
    memberships(test)
    if (options.races ?? true) races(test)
  })
}

function rows(test: WorldTest<World>) {
  test('keeps a group, to the millisecond, and finds null for any other', async ({ transact }) => {
    expect(await committed(transact, ({ groups }) => groups.insert(aGroup('support')))).toBe(true)
    const found = await committed(transact, ({ groups }) => groups.find('support' as GroupSlug))
    expect(found).toEqual({ slug: 'support', createdAt: aDate })
    expect(await committed(transact, ({ groups }) => groups.find('sales' as GroupSlug))).toBeNull()
  })

  test('answers false for a slug that is taken, and keeps the first', async ({ transact }) => {
    const later = { ...aGroup(), createdAt: new Date('2029-01-01T00:00:00Z') }
    await committed(transact, ({ groups }) => groups.insert(aGroup()))
    expect(await committed(transact, ({ groups }) => groups.insert(later))).toBe(false)
    expect(await committed(transact, ({ groups }) => groups.find(later.slug))).toEqual(aGroup())
  })

  test('lists groups by code point with the number of their members', async ({ transact }) => {
    await committed(transact, async ({ accounts, groups }) => {
      for (const slug of ['ab', 'a-b', 'b', 'a0', '9']) await groups.insert(aGroup(slug))
      for (const account of [anAccount(), anAccount()]) {
        await accounts.insert(account)
        await groups.addMember('a-b' as GroupSlug, account.id)
      }
    })
    const listed = await committed(transact, ({ groups }) => groups.list())
    expect(listed.map(({ slug }) => slug)).toEqual(['9', 'a-b', 'a0', 'ab', 'b'])
    expect(listed[1]).toEqual({ ...aGroup('a-b'), memberCount: 2 })
    expect(listed.filter(({ memberCount }) => memberCount > 0)).toHaveLength(1)
  })

  test('deletes a group with its memberships, so that a later one of that name has none', async ({ transact }) => {
    const account = anAccount()
    await committed(transact, async ({ accounts, groups }) => {
      await accounts.insert(account)
      await groups.insert(aGroup())
      await groups.addMember(aGroup().slug, account.id)
    })
    expect(await committed(transact, ({ groups }) => groups.delete(aGroup().slug))).toBe(true)
    expect(await committed(transact, ({ groups }) => groups.find(aGroup().slug))).toBeNull()
    expect(await committed(transact, ({ groups }) => groups.delete(aGroup().slug))).toBe(false)
    await committed(transact, ({ groups }) => groups.insert(aGroup()))
    expect(await committed(transact, ({ groups }) => groups.listOf(account.id))).toEqual([])
  })
}

function memberships(test: WorldTest<World>) {
  test('adds a member once and removes it once', async ({ transact }) => {
    const account = anAccount()
    await committed(transact, async ({ accounts, groups }) => {
      await accounts.insert(account)
      await groups.insert(aGroup())
    })
    const add = () => committed(transact, ({ groups }) => groups.addMember(aGroup().slug, account.id))
    const remove = () => committed(transact, ({ groups }) => groups.removeMember(aGroup().slug, account.id))
    const answers = [await remove(), await add(), await add(), await remove(), await remove(), await add()]
    expect(answers).toEqual([false, true, false, true, false, true])
  })

  test('throws when the group of a new member does not exist', async ({ transact }) => {
    const account = anAccount()
    await committed(transact, ({ accounts }) => accounts.insert(account))
    await expect(committed(transact, ({ groups }) => groups.addMember(aGroup().slug, account.id))).rejects.toThrow(Error)
  })

  test('lists the members of a group by address and code point, page by page', async ({ transact }) => {
    const people = ['ab', 'a-b', 'a_b', 'a.b'].map((name) => anAccount({ email: `${name}@example.com` }))
    await committed(transact, async ({ accounts, groups }) => {
      await groups.insert(aGroup())
      for (const account of [...people, anAccount()]) await accounts.insert(account)
      for (const { id } of people) await groups.addMember(aGroup().slug, id)
    })
    const page = (after: string | null, limit: number, { slug } = aGroup()) =>
      committed(transact, ({ groups }) => groups.listMembers(slug, { after: after as Email | null, limit }))
    const sorted = people.toSorted((left, right) => (left.email < right.email ? -1 : 1))
    expect([await page(null, 3), await page(sorted[2]!.email, 3)]).toEqual([sorted.slice(0, 3), sorted.slice(3)])
    expect(await page(null, 3, aGroup('sales'))).toEqual([])
  })

  test("lists an account's own groups, by code point", async ({ transact }) => {
    const [ada, bob] = [anAccount(), anAccount()]
    await committed(transact, async ({ accounts, groups }) => {
      await accounts.insert(ada)
      await accounts.insert(bob)
      for (const slug of ['ab', 'a-b', 'a0', 'zz']) await groups.insert(aGroup(slug))
      for (const slug of ['ab', 'a-b', 'a0']) await groups.addMember(slug as GroupSlug, ada.id)
      await groups.addMember('zz' as GroupSlug, bob.id)
    })
    expect(await committed(transact, ({ groups }) => groups.listOf(ada.id))).toEqual(['a-b', 'a0', 'ab'])
    expect(await committed(transact, ({ groups }) => groups.listOf(bob.id))).toEqual(['zz'])
  })
}

function races(test: WorldTest<World>) {
  test('adds a group for only one of twenty at once, and throws for none', async ({ transact }) => {
    const outcomes = await atOnce(20, () => committed(transact, ({ groups }) => groups.insert(aGroup())))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  test('adds a member for only one of twenty at once, and throws for none', async ({ transact }) => {
    const account = anAccount()
    await committed(transact, async ({ accounts, groups }) => {
      await accounts.insert(account)
      await groups.insert(aGroup())
    })
    const outcomes = await atOnce(20, () => committed(transact, ({ groups }) => groups.addMember(aGroup().slug, account.id)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })
}
