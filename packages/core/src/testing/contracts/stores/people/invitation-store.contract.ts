import { describe, expect } from 'vitest'
import type { AccountId } from '../../../../model/accounts/account.ts'
import type { Email } from '../../../../model/accounts/email.ts'
import type { InvitationImportId } from '../../../../model/invitations/invitation-import.ts'
import {
  invitationStates,
  type Invitation,
  type InvitationId,
  type InvitationState,
} from '../../../../model/invitations/invitation.ts'
import {
  anyInvitation,
  type InvitationFilter,
  type InvitationStore,
} from '../../../../ports/stores/people/invitation-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anInvitation, anInvitationImport, newDigest, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  countFulfilled,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const pendingStates: readonly InvitationState[] = ['queued', 'sent', 'failed']
const hour = 3_600_000

/** What every `InvitationStore` must do. `open` returns a fresh, empty world for each test. */
export function invitationStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`InvitationStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and returns null for an unknown id', async ({
        transact,
      }) => {
        const imported = anInvitationImport()
        await committed(transact, ({ invitationImports }) => invitationImports.insert(imported))
        const [plain, full] = [anInvitation(), aFullInvitation(imported.id)]
        await keep(transact, plain, full)
        expect([await find(transact, plain), await find(transact, full)]).toEqual([plain, full])
        expect(await find(transact, anInvitation())).toBeNull()
      })

      test('replaces every field of an invitation, and no other invitation', async ({
        transact,
      }) => {
        const imported = anInvitationImport()
        const [old, other] = [anInvitation(), anInvitation()]
        const changed = aFullInvitation(imported.id, old.id)
        await keep(transact, old, other)
        await committed(transact, async ({ invitationImports, invitations }) => {
          await invitationImports.insert(imported)
          await invitations.update(changed)
        })
        expect([await find(transact, old), await find(transact, other)]).toEqual([changed, other])
      })

      test('throws if the invitation to replace is missing, or the id of a new one is taken', async ({
        transact,
      }) => {
        const kept = anInvitation()
        await keep(transact, kept)
        for (const replace of ['update', 'requeue'] as const) {
          const replaced = committed(transact, ({ invitations }) =>
            invitations[replace](anInvitation()),
          )
          await expect(replaced).rejects.toThrow(Error)
        }
        await expect(keep(transact, anInvitation({ id: kept.id }))).rejects.toThrow(Error)
        expect(await list(transact)).toEqual([kept])
      })

      test('R52 finds an invitation by the digest of its token in any state, and by no other digest', async ({
        transact,
      }) => {
        const each = oneOfEach().map((invitation) => ({ ...invitation, tokenDigest: newDigest() }))
        await keep(transact, ...each, anInvitation())
        const found = await committed(transact, async ({ invitations }) => {
          const all: (Invitation | null)[] = []
          for (const { tokenDigest } of each) all.push(await invitations.findByDigest(tokenDigest))
          return [...all, await invitations.findByDigest(newDigest())]
        })
        expect(found).toEqual([...each, null])
      })
    })
    describe('addresses', () => {
      test('R54 throws for a second pending invitation of an address, and adds none of its batch', async ({
        transact,
      }) => {
        for (const state of pendingStates) {
          const pending = anInvitation({ state, expiresAt: new Date('2099-01-01T00:00:00.000Z') })
          await keep(transact, pending)
          await expect(
            keep(transact, anInvitation(), anInvitation({ email: pending.email })),
          ).rejects.toThrow(Error)
        }
        expect(await list(transact)).toHaveLength(pendingStates.length)
        await expect(
          keep(
            transact,
            anInvitation({ email: 'a@example.com' }),
            anInvitation({ email: 'a@example.com' }),
          ),
        ).rejects.toThrow(Error)
      })

      test('adds an invitation to an address whose other invitations are all settled', async ({
        transact,
      }) => {
        const settled = invitationStates.filter((state) => !pendingStates.includes(state))
        const email = 'ada@example.com'
        await keep(transact, ...settled.map((state) => anInvitation({ email, state })))
        const pending = anInvitation({ email })
        await keep(transact, pending)
        expect(
          await committed(transact, ({ invitations }) => invitations.lockPending(pending.email)),
        ).toEqual(pending)
      })

      test('returns the pending ones: queued, sent and failed', async ({ transact }) => {
        const each = oneOfEach()
        await keep(transact, ...each)
        const pending = each.filter(({ state }) => pendingStates.includes(state))
        const asked = [...each.map(({ email }) => email), 'unknown@example.com' as Email]
        const [listed, held] = await committed(transact, async ({ invitations }) => {
          const holding: (Invitation | null)[] = []
          for (const email of asked) holding.push(await invitations.lockPending(email))
          return [await invitations.listPending(asked), holding]
        })
        expect(listed.toSorted()).toEqual(pending.map(({ email }) => email).toSorted())
        expect(held.filter((invitation) => invitation !== null)).toEqual(pending)
      })

      test('revokes the pending invitations of one sender that only Owners may send, and no others', async ({
        transact,
      }) => {
        const [inviter, other] = [newId() as AccountId, newId() as AccountId]
        const theirs = (['Owner', 'Admin'] as const)
          .flatMap((role) => oneOfEach({ role, invitedBy: inviter }))
          .map((one) => ({ ...one, tokenDigest: newDigest() }))
        const untouched = [
          ...oneOfEach({ role: 'Owner', invitedBy: other }),
          ...oneOfEach({ role: 'Owner' }),
          ...oneOfEach({ role: 'Member', invitedBy: inviter }),
        ]
        await keep(transact, ...theirs, ...untouched)
        const { now, counted, count } = await committed(transact, async (stores) => ({
          now: await stores.now(),
          counted: await stores.invitations.countOwnerInvitations(inviter),
          count: await stores.invitations.revokeOwnerInvitations(inviter),
        }))
        const expected = theirs.map((one): Invitation =>
          pendingStates.includes(one.state)
            ? { ...one, state: 'revoked', tokenDigest: null, revokedAt: now }
            : one,
        )
        const pending = 2 * pendingStates.length
        expect([counted, count]).toEqual([pending, pending])
        expect((await list(transact)).toReversed()).toEqual([...expected, ...untouched])
      })

      test('makes those of ten thousand that are queued undeliverable', async ({ transact }) => {
        const ones = oneOfEach({}).map((one) => ({ ...one, tokenDigest: newDigest() }))
        await keep(transact, ...ones)
        const wanted = [
          ...ones.map(({ id }) => id),
          ...Array.from({ length: 10_000 }, () => newId() as InvitationId),
        ]
        await committed(transact, ({ invitations }) => invitations.failQueued(wanted, 'dropped'))
        expect((await list(transact)).toReversed()).toEqual(
          ones.map((one): Invitation =>
            one.state === 'queued'
              ? { ...one, state: 'failed', tokenDigest: null, lastError: 'dropped' }
              : one,
          ),
        )
      })

      test('R54 inserts and looks up thousands at once', async ({ transact }) => {
        // With a parameter for each field, a statement would have more than the 65,535 that PostgreSQL accepts.
        const many = Array.from({ length: 5_000 }, (_, position) =>
          anInvitation({ email: `person-${position}@example.com` }),
        )
        await keep(transact, ...many)
        const emails = many.map(({ email }) => email)
        const listed = await committed(transact, ({ invitations }) =>
          invitations.listPending(emails),
        )
        expect(new Set(listed)).toEqual(new Set(emails))
      })

      test('lists the addresses that an import invited, in any state', async ({ transact }) => {
        const imported = anInvitationImport()
        await committed(transact, ({ invitationImports }) => invitationImports.insert(imported))
        const each = oneOfEach({ importId: imported.id })
        const strange = anInvitation()
        await keep(transact, ...each, strange)
        const asked = [...each.slice(1), strange].map(({ email }) => email)
        const listed = await committed(transact, ({ invitations }) =>
          invitations.listInvited(imported.id, asked),
        )
        expect(listed.toSorted()).toEqual(asked.slice(0, -1).toSorted())
      })

      test('finds the address of an invitation, and null for an unknown id', async ({
        transact,
      }) => {
        const invitation = anInvitation()
        await keep(transact, invitation)
        const found = await committed(transact, async ({ invitations }) => [
          await invitations.findEmail(invitation.id),
          await invitations.findEmail(newId() as InvitationId),
        ])
        expect(found).toEqual([invitation.email, null])
      })
    })
    describe('expiry', () => {
      test('R52 returns a sent invitation as expired from the exact instant, by database time, and no other', async ({
        transact,
      }) => {
        const now = await committed(transact, (stores) => stores.now())
        const each = oneOfEach({ expiresAt: now })
        await keep(transact, ...each)
        const expected = each.map((invitation) =>
          invitation.state === 'sent' ? { ...invitation, state: 'expired' } : invitation,
        )
        for (const [position, invitation] of each.entries())
          expect(await find(transact, invitation)).toEqual(expected[position])
        expect(await list(transact)).toEqual(expected.toReversed())
        expect(await list(transact, { state: 'sent' })).toEqual([])
        expect(await list(transact, { state: 'expired' })).toHaveLength(2)
      })

      test('R52 expires after 48 hours, and not after 47 hours and 59 minutes', async ({
        age,
        transact,
      }) => {
        const now = await committed(transact, (stores) => stores.now())
        const invitation = anInvitation({
          state: 'sent',
          sentAt: now,
          expiresAt: new Date(now.getTime() + 48 * hour),
        })
        await keep(transact, invitation)
        await age(48 * hour - 60_000)
        expect((await find(transact, invitation))?.state).toBe('sent')
        await age(60_000)
        expect((await find(transact, invitation))?.state).toBe('expired')
      })

      test('allows another one for the address after it expires, and stays expired', async ({
        age,
        transact,
      }) => {
        const now = await committed(transact, (stores) => stores.now())
        const [gone, next] = [
          anInvitation({
            email: 'ada@example.com',
            state: 'sent',
            expiresAt: new Date(now.getTime() + hour),
          }),
          anInvitation({ email: 'ada@example.com' }),
        ]
        await keep(transact, gone)
        await age(hour)
        const asked = await committed(transact, async ({ invitations }) => [
          await invitations.listPending([gone.email]),
          await invitations.lockPending(gone.email),
        ])
        expect(asked).toEqual([[], null])
        await keep(transact, next)
        expect((await list(transact)).map(({ id, state }) => [id, state])).toEqual([
          [next.id, 'queued'],
          [gone.id, 'expired'],
        ])
      })

      test('makes an expired invitation pending again after a later one of the address expired', async ({
        age,
        transact,
      }) => {
        const sentToAda = async () => {
          const now = await committed(transact, (stores) => stores.now())
          const expiresAt = new Date(now.getTime() + hour)
          const sent = anInvitation({ email: 'ada@example.com', state: 'sent', expiresAt })
          await keep(transact, sent)
          return sent
        }
        const first = await sentToAda()
        await age(hour)
        const second = await sentToAda()
        const again = { ...first, state: 'queued' } as const
        const requeue = () => committed(transact, ({ invitations }) => invitations.requeue(again))
        await expect(requeue()).rejects.toThrow(Error)
        await age(hour)
        await requeue()
        expect((await list(transact)).map(({ id, state }) => [id, state])).toEqual([
          [second.id, 'expired'],
          [first.id, 'queued'],
        ])
      })
    })
    describe('lists', () => {
      test('lists the newest first, page by page', async ({ transact }) => {
        const five = Array.from({ length: 5 }, () => anInvitation())
        // Not in the order of creation, which must not matter.
        await keep(transact, five[2]!, five[4]!, five[0]!, five[3]!, five[1]!)
        const newestFirst = five.toReversed()
        const pages = [
          await list(transact, {}, null, 2),
          await list(transact, {}, newestFirst[1]!.id, 2),
          await list(transact, {}, newestFirst[3]!.id, 2),
          await list(transact, {}, newestFirst[4]!.id, 2),
        ]
        expect(pages).toEqual([
          newestFirst.slice(0, 2),
          newestFirst.slice(2, 4),
          newestFirst.slice(4),
          [],
        ])
      })

      test('lists those of one state, and of one import', async ({ transact }) => {
        const [imported, other] = [anInvitationImport(), anInvitationImport()]
        await committed(transact, async ({ invitationImports }) => {
          for (const one of [imported, other]) await invitationImports.insert(one)
        })
        const each = oneOfEach({ importId: imported.id })
        await keep(transact, ...each, ...oneOfEach({ importId: other.id }), ...oneOfEach())
        for (const state of invitationStates) {
          const found = await list(transact, { state })
          expect(found.map((invitation) => invitation.state)).toEqual([state, state, state])
          expect(await list(transact, { state, importId: imported.id })).toEqual(
            each.filter((one) => one.state === state),
          )
        }
        expect(await list(transact, { importId: imported.id })).toEqual(each.toReversed())
        const { email, state } = each[2]!
        const text = email.slice(0, 8).toUpperCase()
        expect(await list(transact, { text, state, importId: imported.id })).toEqual([each[2]])
      })

      test('R80 finds invitations by a part of the address, without wildcards', async ({
        transact,
      }) => {
        const emails = ['ada.byron@example.com', 'a_b@example.org', 'bob@example.com']
        const added = emails.map((email) => anInvitation({ email }))
        await committed(transact, ({ invitations }) => invitations.insert(added))
        const found = async (text: string) => {
          const page = { after: null, limit: 10 }
          const listed = await committed(transact, ({ invitations }) =>
            invitations.list({ ...anyInvitation, text }, page),
          )
          return listed.map(({ email }) => email).toSorted()
        }
        expect(await found('BYRON')).toEqual(['ada.byron@example.com'])
        expect(await found('_')).toEqual(['a_b@example.org'])
        expect(await found('example.com')).toEqual(['ada.byron@example.com', 'bob@example.com'])
        expect(await found('a%b')).toEqual([])
      })
    })
    describeRaces(options, () => {
      test('R54 gives an address to only one of twenty concurrent inserts', async ({
        transact,
      }) => {
        const insert = () => keep(transact, anInvitation({ email: 'ada@example.com' }))
        expect(await countFulfilled(20, insert)).toBe(1)
      })

      test('R52 shows each of twenty that lock an invitation, by id or by address, the changes of the one before', async ({
        transact,
      }) => {
        const invitation = anInvitation()
        await keep(transact, invitation)
        const holds: readonly ((store: InvitationStore) => Promise<Invitation | null>)[] = [
          (store) => store.lock(invitation.id),
          (store) => store.lockPending(invitation.email),
        ]
        const seen = await concurrently(20, (position) =>
          committed(transact, async ({ invitations }) => {
            const held = await holds[position % holds.length]!(invitations)
            await invitations.update({ ...held!, attempts: held!.attempts + 1 })
            return held!.attempts
          }),
        )
        expect(seen.toSorted((left, right) => left - right)).toEqual(
          seen.map((_, position) => position),
        )
      })
    })
  })
}

const keep = (transact: Transact, ...added: readonly Invitation[]) =>
  committed(transact, ({ invitations }) => invitations.insert(added))
const find = (transact: Transact, { id }: Pick<Invitation, 'id'>) =>
  committed(transact, ({ invitations }) => invitations.lock(id))
const list = (
  transact: Transact,
  filter: Partial<InvitationFilter> = {},
  after: InvitationId | null = null,
  limit = 100,
) =>
  committed(transact, ({ invitations }) =>
    invitations.list({ ...anyInvitation, ...filter }, { after, limit }),
  )

/** One per state, each with its own address. */
const oneOfEach = (overrides: Partial<Invitation> = {}) =>
  invitationStates.map((state) =>
    anInvitation({ state, expiresAt: new Date('2099-01-01T00:00:00.000Z'), ...overrides }),
  )

/** Every field differs from the default. */
const aFullInvitation = (importId: InvitationImportId, id?: InvitationId): Invitation => ({
  id: id ?? (newId() as InvitationId),
  email: "o'brien+ken@example.com" as Email,
  role: 'Owner',
  invitedBy: newId() as AccountId,
  importId,
  state: 'accepted',
  createdAt: new Date('1999-12-31T23:59:59.999Z'),
  queuedAt: new Date('2030-01-02T03:04:05.001Z'),
  tokenDigest: newDigest(),
  expiresAt: new Date('2030-01-02T03:04:05.002Z'),
  sendingSince: new Date('2030-01-02T03:04:05.003Z'),
  sentAt: new Date('2030-01-02T03:04:05.004Z'),
  acceptedAt: new Date('2030-01-02T03:04:05.005Z'),
  revokedAt: new Date('2030-01-02T03:04:05.006Z'),
  attempts: 2_147_483_647,
  lastError: '550 no such "user" \\ Zoë 🙂',
})
