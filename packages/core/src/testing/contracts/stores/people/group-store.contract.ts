import { describe, expect } from 'vitest'
import type { AccountId } from '../../../../model/accounts/account.ts'
import type { Email } from '../../../../model/accounts/email.ts'
import type { GroupSlug } from '../../../../model/groups/group.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, aDocument, aGroup, anAccount, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

/** What every `GroupStore` must do. `open` returns a fresh, empty world for each test. */
export function groupStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`GroupStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores a group, to the millisecond, and returns null for any other', async ({
        transact,
      }) => {
        expect(await committed(transact, ({ groups }) => groups.insert(aGroup('support')))).toBe(
          true,
        )
        const found = await committed(transact, ({ groups }) => groups.find('support' as GroupSlug))
        expect(found).toEqual({ slug: 'support', createdAt: aDate })
        expect(
          await committed(transact, ({ groups }) => groups.find('sales' as GroupSlug)),
        ).toBeNull()
      })

      test('returns false for a taken slug, and keeps the first', async ({ transact }) => {
        const later = { ...aGroup(), createdAt: new Date('2029-01-01T00:00:00Z') }
        await committed(transact, ({ groups }) => groups.insert(aGroup()))
        expect(await committed(transact, ({ groups }) => groups.insert(later))).toBe(false)
        expect(await committed(transact, ({ groups }) => groups.find(later.slug))).toEqual(aGroup())
      })

      test('lists groups in code-point order with the number of their members', async ({
        transact,
      }) => {
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

      test('lists groups page by page with their members and documents, and finds a part of the slug', async ({
        transact,
      }) => {
        const slugs = ['sales', 'finance', 'sales-east']
        await committed(transact, async ({ documents, groups }) => {
          for (const slug of slugs) await groups.insert(aGroup(slug))
          const allowed = ['group:sales']
          await documents.upsert([aDocument({ allowed }), aDocument()], newId)
        })
        const page = async (text: string | null, after: string | null = null, limit = 10) => {
          const listed = await committed(transact, ({ groups }) =>
            groups.listPage(text, { after: after as GroupSlug | null, limit }),
          )
          return listed.map(({ slug, memberCount, documentCount }) => [
            slug,
            memberCount,
            documentCount,
          ])
        }
        const [finance, sales, east] = [
          ['finance', 0, 0],
          ['sales', 0, 1],
          ['sales-east', 0, 0],
        ]
        expect(await page(null)).toEqual([finance, sales, east])
        expect(await page(null, 'finance', 1)).toEqual([sales])
        expect(await page('SALES')).toEqual([sales, east])
        expect(await page('_')).toEqual([])
      })

      test('finds members by part of address or name, in any case', async ({ transact }) => {
        const { slug } = aGroup()
        const people = [
          anAccount({ email: 'ada@example.com', name: 'Ada Byron' }),
          anAccount({ email: 'bob@example.com', name: 'Bob' }),
        ]
        await committed(transact, async ({ accounts, groups }) => {
          await groups.insert(aGroup())
          for (const account of people) {
            await accounts.insert(account)
            await groups.addMember(slug, account.id)
          }
        })
        const found = async (text: string) => {
          const all = { after: null, limit: 10 }
          const listed = await committed(transact, ({ groups }) =>
            groups.listMembers(slug, all, text),
          )
          return listed.map(({ email }) => email)
        }
        expect([await found('BYRON'), await found('bob@'), await found('%')]).toEqual([
          ['ada@example.com'],
          ['bob@example.com'],
          [],
        ])
      })

      test('deletes a group with its memberships, so that a new one with this name has none', async ({
        transact,
      }) => {
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
        expect(await committed(transact, ({ groups }) => groups.listByMember(account.id))).toEqual(
          [],
        )
      })
    })
    describe('memberships', () => {
      test('adds a member once and removes it once', async ({ transact }) => {
        const account = anAccount()
        await committed(transact, async ({ accounts, groups }) => {
          await accounts.insert(account)
          await groups.insert(aGroup())
        })
        const add = () =>
          committed(transact, ({ groups }) => groups.addMember(aGroup().slug, account.id))
        const remove = () =>
          committed(transact, ({ groups }) => groups.removeMember(aGroup().slug, account.id))
        const answers = [
          await remove(),
          await add(),
          await add(),
          await remove(),
          await remove(),
          await add(),
        ]
        expect(answers).toEqual([false, 'added', 'already_member', true, false, 'added'])
      })

      test('adds no member to a missing group, and no missing account', async ({ transact }) => {
        const account = anAccount()
        const { slug } = aGroup()
        await committed(transact, ({ accounts }) => accounts.insert(account))
        const add = (id: AccountId) =>
          committed(transact, ({ groups }) => groups.addMember(slug, id))
        expect(await add(account.id)).toBe('group_not_found')
        await committed(transact, ({ groups }) => groups.insert(aGroup()))
        expect(await add(newId() as AccountId)).toBe('account_not_found')
        expect(await add(account.id)).toBe('added')
      })

      test('adds thousands of members at once, in the order of their addresses, and leaves out unknown ones', async ({
        transact,
      }) => {
        const { slug } = aGroup()
        const people = ['ab', 'a-b', 'a_b', 'a.b'].map((local) =>
          anAccount({ email: `${local}@example.com` }),
        )
        const unknown = Array.from({ length: 3_000 }, (_, n) => `p${n}@example.com` as Email)
        const emails = [...people.map(({ email }) => email), ...unknown]
        await committed(transact, async ({ accounts }) => {
          for (const account of people) await accounts.insert(account)
        })
        const add = (some: readonly Email[]) =>
          committed(transact, ({ groups }) => groups.addMembers(slug, some))
        expect(await add(emails)).toBeNull()
        await committed(transact, ({ groups }) => groups.insert(aGroup()))
        expect(await add(unknown)).toEqual(new Map())
        expect(await add([])).toEqual(new Map())
        expect(await add([people[1]!.email])).toEqual(
          new Map([[people[1]!.email, { userId: people[1]!.id, isAdded: true }]]),
        )
        const sorted = people.toSorted((left, right) => (left.email < right.email ? -1 : 1))
        expect([...(await add(emails))!]).toEqual(
          sorted.map(({ id, email }) => [email, { userId: id, isAdded: id !== people[1]!.id }]),
        )
        const { length } = await committed(transact, ({ groups }) =>
          groups.listMembers(slug, { after: null, limit: 10 }, null),
        )
        expect(length).toBe(4)
      })

      test('lists the members of a group by address in code-point order, page by page', async ({
        transact,
      }) => {
        const people = ['ab', 'a-b', 'a_b', 'a.b'].map((local) =>
          anAccount({ email: `${local}@example.com` }),
        )
        await committed(transact, async ({ accounts, groups }) => {
          await groups.insert(aGroup())
          for (const account of [...people, anAccount()]) await accounts.insert(account)
          for (const { id } of people) await groups.addMember(aGroup().slug, id)
        })
        const page = (after: string | null, limit: number, { slug } = aGroup()) =>
          committed(transact, ({ groups }) =>
            groups.listMembers(slug, { after: after as Email | null, limit }, null),
          )
        const sorted = people.toSorted((left, right) => (left.email < right.email ? -1 : 1))
        expect([await page(null, 3), await page(sorted[2]!.email, 3)]).toEqual([
          sorted.slice(0, 3),
          sorted.slice(3),
        ])
        expect(await page(null, 3, aGroup('sales'))).toEqual([])
      })

      test("lists an account's own groups, in code-point order", async ({ transact }) => {
        const [ada, bob] = [anAccount(), anAccount()]
        await committed(transact, async ({ accounts, groups }) => {
          await accounts.insert(ada)
          await accounts.insert(bob)
          for (const slug of ['ab', 'a-b', 'a0', 'zz']) await groups.insert(aGroup(slug))
          for (const slug of ['ab', 'a-b', 'a0']) await groups.addMember(slug as GroupSlug, ada.id)
          await groups.addMember('zz' as GroupSlug, bob.id)
        })
        expect(await committed(transact, ({ groups }) => groups.listByMember(ada.id))).toEqual([
          'a-b',
          'a0',
          'ab',
        ])
        expect(await committed(transact, ({ groups }) => groups.listByMember(bob.id))).toEqual([
          'zz',
        ])
      })
    })
    describeRaces(options, () => {
      test('adds a group for only one of twenty concurrent calls, and never throws', async ({
        transact,
      }) => {
        const outcomes = await concurrently(20, () =>
          committed(transact, ({ groups }) => groups.insert(aGroup())),
        )
        expect(outcomes.filter(Boolean)).toHaveLength(1)
      })

      test('adds a member for only one of twenty concurrent calls, and never throws', async ({
        transact,
      }) => {
        const account = anAccount()
        await committed(transact, async ({ accounts, groups }) => {
          await accounts.insert(account)
          await groups.insert(aGroup())
        })
        const outcomes = await concurrently(20, () =>
          committed(transact, ({ groups }) => groups.addMember(aGroup().slug, account.id)),
        )
        expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
      })

      test('adds each of many members by one of twenty concurrent calls, listed in any order', async ({
        transact,
      }) => {
        const people = Array.from({ length: 30 }, () => anAccount())
        await committed(transact, async ({ accounts, groups }) => {
          for (const account of people) await accounts.insert(account)
          await groups.insert(aGroup())
        })
        const emails = people.map(({ email }) => email)
        const additions = await concurrently(20, (call) =>
          committed(transact, ({ groups }) =>
            groups.addMembers(aGroup().slug, call % 2 === 0 ? emails : emails.toReversed()),
          ),
        )
        const added = additions.flatMap((addition) =>
          [...addition!.values()].filter(({ isAdded }) => isAdded),
        )
        expect(added).toHaveLength(30)
      })
    })
  })
}
