import { expect } from 'vitest'
import { roles, type Account } from '../../../../model/accounts/account.ts'
import { anyAccount, type AccountFilter } from '../../../../ports/stores/people/account-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, anAccount } from '../../../builders/builders.ts'
import { committed, type Closable, type WorldTest } from '../../contract-suite.ts'

const add = (transact: Transact, ...people: readonly Account[]) =>
  committed(transact, async ({ accounts }) => {
    for (const account of people) await accounts.insert(account)
  })
const list = async (
  transact: Transact,
  filter: Partial<AccountFilter> = {},
  limit = 100,
  after: string | null = null,
) => {
  const page = { after: after as Account['email'] | null, limit }
  const listed = await committed(transact, ({ accounts }) =>
    accounts.list({ ...anyAccount, ...filter }, page),
  )
  return listed.map(({ email }) => email)
}
const suggest = async (transact: Transact, text: string, limit = 10) =>
  (await committed(transact, ({ accounts }) => accounts.suggest(text, limit))).map(
    ({ email }) => email,
  )

/** How an `AccountStore` lists people for administrators. */
export function accountDirectory(
  test: WorldTest<Closable & { readonly transact: Transact }>,
): void {
  test('lists accounts by address in code-point order, page by page', async ({ transact }) => {
    const emails = [
      'b@example.com',
      'a@example.com',
      'a-b@example.com',
      'a.c@example.com',
      'a0@example.com',
    ]
    await add(transact, ...emails.map((email) => anAccount({ email })))
    const sorted = emails.toSorted((left, right) => (left < right ? -1 : 1))
    expect(await list(transact)).toEqual(sorted)
    expect([await list(transact, {}, 2), await list(transact, {}, 9, sorted[1])]).toEqual([
      sorted.slice(0, 2),
      sorted.slice(2),
    ])
  })

  test('finds accounts by part of the address or name in any case, by role, by status, and by all together', async ({
    transact,
  }) => {
    const ada = anAccount({ email: 'ada@example.com', name: 'Countess Lovelace', role: 'Admin' })
    const bob = anAccount({ email: 'bob@example.org', name: 'Bob Ångström', status: 'deactivated' })
    await add(transact, ada, bob)
    for (const text of ['da@ex', 'LOVE', 'Countess Love', 'e.com'])
      expect([text, await list(transact, { text })]).toEqual([text, [ada.email]])
    expect([await list(transact, { text: 'ångs' }), await list(transact, { text: 'b' })]).toEqual([
      [bob.email],
      [bob.email],
    ])
    expect([
      await list(transact, { role: 'Admin' }),
      await list(transact, { status: 'deactivated' }),
    ]).toEqual([[ada.email], [bob.email]])
    expect(await list(transact, { text: 'example', role: 'Admin', status: 'active' })).toEqual([
      ada.email,
    ])
    expect(await list(transact, { text: 'example', role: 'Admin', status: 'deactivated' })).toEqual(
      [],
    )
  })

  test('finds accounts with two-factor authentication and without, alone and with every other filter', async ({
    transact,
  }) => {
    const people = roles.flatMap((role) =>
      [aDate, null].map((mfaEnabledAt) =>
        anAccount({
          email:
            `${role}-${mfaEnabledAt === null ? 'missing' : 'enabled'}@example.com`.toLowerCase(),
          role,
          mfaEnabledAt,
        }),
      ),
    )
    await add(transact, ...people)
    for (const mfa of ['enabled', 'missing'] as const) {
      const emails = ['admin', 'member', 'owner'].map((role) => `${role}-${mfa}@example.com`)
      expect(await list(transact, { mfa })).toEqual(emails)
      expect(await list(transact, { mfa }, 1, emails[0])).toEqual([emails[1]])
      expect(await list(transact, { mfa, text: 'MEMBER', status: 'active' })).toEqual([emails[1]])
      expect(await list(transact, { mfa, role: 'Owner', text: 'example' })).toEqual([emails[2]])
      expect(await list(transact, { mfa, status: 'deactivated' })).toEqual([])
    }
  })

  test('counts the accounts of each kind that exists, up to a number', async ({ transact }) => {
    await add(
      transact,
      ...['a', 'b', 'c'].map((name) => anAccount({ email: `${name}@example.com` })),
      anAccount({ email: 'd@example.com', status: 'deactivated' }),
      anAccount({ email: 'e@example.com', role: 'Owner', mfaEnabledAt: aDate }),
    )
    const count = async (countMax: number) =>
      (await committed(transact, ({ accounts }) => accounts.countByKind(countMax))).toSorted(
        (left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1),
      )
    const member = { mfa: 'missing', role: 'Member' }
    const others = [
      expect.objectContaining({ ...member, status: 'deactivated', accounts: 1 }),
      expect.objectContaining({ mfa: 'enabled', role: 'Owner', status: 'active', accounts: 1 }),
    ]
    expect(await count(10)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...member, status: 'active', accounts: 3 }),
        ...others,
      ]),
    )
    expect(await count(2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...member, status: 'active', accounts: 2 }),
        ...others,
      ]),
    )
    expect(await count(2)).toHaveLength(3)
  })

  test('finds an account by its current name', async ({ transact }) => {
    const ada = anAccount({ email: 'ada@example.com', name: 'Ada Byron' })
    await add(transact, ada)
    await committed(transact, ({ accounts }) => accounts.update({ ...ada, name: 'Ada King' }))
    expect([await list(transact, { text: 'byron' }), await suggest(transact, 'king')]).toEqual([
      [],
      [ada.email],
    ])
  })

  test('suggests active people whose address starts with the text, then whose name does, then those that contain it', async ({
    transact,
  }) => {
    await add(
      transact,
      anAccount({ email: 'a@example.com', name: 'Andrea' }),
      anAccount({ email: 'z@example.com', name: 'Anna' }),
      anAccount({ email: 'anton@example.com', name: 'Zacharias' }),
      anAccount({ email: 'diana@example.com', name: 'Di' }),
      anAccount({ email: 'b@example.com', name: 'Joan' }),
      anAccount({ email: 'andrew@example.com', name: 'Andrew', status: 'deactivated' }),
      anAccount({ email: 'c@example.com', name: 'Carl' }),
    )
    const found = ['anton@', 'a@', 'z@', 'b@', 'diana@'].map((name) => `${name}example.com`)
    for (const text of ['an', 'AN']) expect(await suggest(transact, text)).toEqual(found)
    for (const limit of [1, 2, 3, 4])
      expect(await suggest(transact, 'an', limit)).toEqual(found.slice(0, limit))
  })

  test('R80 treats no character as a wildcard', async ({ transact }) => {
    const names = ['100% sure', 'snake_case', 'back\\slash', `O'Brien`, 'Zoë 🙂']
    await add(
      transact,
      ...names.map((name, index) => anAccount({ name, email: `${index}@example.com` })),
    )
    for (const [index, text] of ['0% s', 'e_c', 'k\\s', `o'b`, 'ë 🙂'].entries()) {
      expect([text, await suggest(transact, text)]).toEqual([text, [`${index}@example.com`]])
      expect([text, await list(transact, { text })]).toEqual([text, [`${index}@example.com`]])
    }
    for (const text of ['%%', '__', '\\%', '% %', '100_', '{1', "';--"]) {
      expect([text, await suggest(transact, text), await list(transact, { text })]).toEqual([
        text,
        [],
        [],
      ])
    }
  })
}
