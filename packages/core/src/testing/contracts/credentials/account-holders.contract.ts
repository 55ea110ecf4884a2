import { describe, expect } from 'vitest'
import {
  profileOf,
  roles,
  type Account,
  type AccountId,
  type Role,
} from '../../../model/accounts/account.ts'
import type { AccountHolders } from '../../../ports/credentials/account-holders.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { sessionSlidingSeconds, type SessionId } from '../../../model/sessions/session.ts'
import { aDate, aGroup, anAccount, aSession, newId } from '../../builders/builders.ts'
import { committed, testIn, type Aging, type Closable } from '../contract-suite.ts'

const noSession = newId() as SessionId

type World = Closable &
  Aging & { readonly accountHolders: AccountHolders; readonly transact: Transact }

/** What every `AccountHolders` must do. `open` returns a fresh, empty world for each test. */
export function accountHoldersContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`AccountHolders contract: ${name}`, () => {
    test('R48 returns null for a deleted account', async ({ accountHolders }) => {
      expect(await accountHolders.findById(newId() as AccountId, noSession)).toBeNull()
    })

    test('R48 returns the current state of every account', async (world) => {
      await inserted(world, { role: 'Owner' })
      const member = await inserted(world, {})
      expect(await held(world, member)).toEqual({
        status: 'active',
        role: 'Member',
        principals: ['everyone', 'role:Member', `user:${member.id}`],
        mustChangePassword: false,
        mustEnrolSecondFactor: false,
        isSessionAlive: false,
      })
      await update(world, {
        ...member,
        role: 'Admin',
        status: 'deactivated',
        mustChangePassword: true,
      })
      expect(await held(world, member)).toEqual({
        status: 'deactivated',
        role: 'Admin',
        principals: ['everyone', 'role:Admin', `user:${member.id}`],
        mustChangePassword: true,
        mustEnrolSecondFactor: true,
        isSessionAlive: false,
      })
    })

    test('finds an account without a session, which is then not alive', async (world) => {
      const { id } = await inserted(world, {})
      expect(await world.accountHolders.findById(id, null)).toMatchObject({
        status: 'active',
        isSessionAlive: false,
      })
    })

    describe('profile', () => {
      test('R48 returns the account in its current state, without its secrets, and null for a deleted one', async (world) => {
        const account = await inserted(world, { role: 'Admin' })
        const profile = () => world.accountHolders.findProfile(account.id)
        const nothing = { unusedRecoveryCodes: 0, groups: [] }
        expect(await profile()).toEqual({
          account: profileOf(account),
          secondFactorRequired: true,
          ...nothing,
        })
        const changed = { ...account, role: 'Member', status: 'deactivated' } as const
        await update(world, changed)
        expect(await profile()).toEqual({
          account: profileOf(changed),
          secondFactorRequired: false,
          ...nothing,
        })
        expect(await world.accountHolders.findProfile(newId() as AccountId)).toBeNull()
      })

      test('counts unused recovery codes, and lists groups, of this person only', async (world) => {
        const [person, other] = [await inserted(world, {}), await inserted(world, {})]
        await committed(world.transact, async ({ groups, recoveryCodes }) => {
          for (const slug of ['support', 'sales']) await groups.insert(aGroup(slug))
          for (const slug of ['support', 'sales'])
            await groups.addMember(aGroup(slug).slug, person.id)
          for (const { id } of [person, other])
            await recoveryCodes.replace(id, [`1 ${id}`, `2 ${id}`])
          await recoveryCodes.consume(person.id, `1 ${person.id}`)
        })
        const shown = { unusedRecoveryCodes: 1, groups: ['sales', 'support'] }
        expect(await world.accountHolders.findProfile(person.id)).toMatchObject(shown)
        const others = { unusedRecoveryCodes: 2, groups: [] }
        expect(await world.accountHolders.findProfile(other.id)).toMatchObject(others)
      })

      test('R30 says whether the organisation currently requires a second factor of the role', async (world) => {
        const required = async (role: Role) => {
          const { id } = await inserted(world, { role, mfaEnabledAt: aDate })
          return (await world.accountHolders.findProfile(id))?.secondFactorRequired
        }
        expect(await Promise.all(roles.map(required))).toEqual([true, true, false])
        await committed(world.transact, ({ settings }) =>
          settings.update({ mfaRequiredRoles: ['Member'] }),
        )
        expect(await Promise.all(roles.map(required))).toEqual([false, false, true])
      })
    })

    describe('groups', () => {
      test('R6 reflects every group that the person joins or leaves at once, and no one else’s', async (world) => {
        const [person, other] = [await inserted(world, {}), await inserted(world, {})]
        const [support, sales] = [aGroup('support'), aGroup('sales')]
        const groupsHeld = async () =>
          (await held(world, person))?.principals.filter((principal) =>
            principal.startsWith('group:'),
          )
        await committed(world.transact, async (stores) => {
          for (const group of [support, sales]) await stores.groups.insert(group)
          await stores.groups.addMember(support.slug, other.id)
        })
        expect(await groupsHeld()).toEqual([])
        for (const { slug } of [support, sales])
          await committed(world.transact, (stores) => stores.groups.addMember(slug, person.id))
        expect(await groupsHeld()).toEqual(['group:sales', 'group:support'])
        await committed(world.transact, (stores) =>
          stores.groups.removeMember(sales.slug, person.id),
        )
        expect(await groupsHeld()).toEqual(['group:support'])
        await committed(world.transact, (stores) => stores.groups.delete(support.slug))
        expect(await groupsHeld()).toEqual([])
      })
    })
    describe('second factor', () => {
      test('R30 asks for enrolment if the role currently requires a second factor and there is none', async (world) => {
        const people: Account[] = []
        for (const role of roles)
          people.push(
            await inserted(world, { role }),
            await inserted(world, { role, mfaEnabledAt: aDate }),
          )
        const mustEnrol = async () => {
          const holders = await Promise.all(
            people.map((person) => world.accountHolders.findById(person.id, noSession)),
          )
          return holders.map((holder) => holder?.mustEnrolSecondFactor)
        }
        expect(await mustEnrol()).toEqual([true, false, true, false, false, false])
        await committed(world.transact, ({ settings }) =>
          settings.update({ mfaRequiredRoles: ['Member'] }),
        )
        expect(await mustEnrol()).toEqual([false, false, false, false, true, false])
        await committed(world.transact, ({ settings }) => settings.update({ mfaRequiredRoles: [] }))
        expect(await mustEnrol()).toEqual(roles.flatMap(() => [false, false]))
      })

      test('R30 asks for enrolment until a first code enabled it', async (world) => {
        const enrolling = await inserted(world, { role: 'Owner', mfaSecret: 'a secret' })
        expect(await held(world, enrolling)).toMatchObject({ mustEnrolSecondFactor: true })
        await update(world, { ...enrolling, mfaEnabledAt: aDate })
        expect(await held(world, enrolling)).toMatchObject({ mustEnrolSecondFactor: false })
      })
    })
    describe('sessions', () => {
      test('R147 knows whether the session exists, belongs to the person, and has neither ended nor expired', async (world) => {
        const [person, other] = [await inserted(world, {}), await inserted(world, {})]
        const begun = () =>
          committed(world.transact, async (stores) => {
            const session = aSession(person, await stores.now())
            await stores.sessions.insert(session)
            return session.id
          })
        const [kept, ended] = [await begun(), await begun()]
        const isAlive = async (id: SessionId, { id: holder } = person) =>
          (await world.accountHolders.findById(holder, id))?.isSessionAlive
        expect([await isAlive(kept), await isAlive(ended), await isAlive(kept, other)]).toEqual([
          true,
          true,
          false,
        ])
        await committed(world.transact, (stores) => stores.sessions.end(person.id, ended))
        expect([await isAlive(kept), await isAlive(ended)]).toEqual([true, false])
        await world.age(sessionSlidingSeconds * 1_000)
        expect(await isAlive(kept)).toBe(false)
      })
    })
  })
}

async function inserted(
  { transact }: World,
  overrides: Partial<Omit<Account, 'email'>>,
): Promise<Account> {
  const account = anAccount(overrides)
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return account
}

const update = ({ transact }: World, account: Account) =>
  committed(transact, ({ accounts }) => accounts.update(account))

/** The holder with sorted principals, because their order has no meaning. */
async function held({ accountHolders }: World, { id }: Account) {
  const holder = await accountHolders.findById(id, noSession)
  return holder === null ? null : { ...holder, principals: holder.principals.toSorted() }
}
