import { describe, expect } from 'vitest'
import type { AccountId } from '../../../../model/accounts/account.ts'
import type { Email } from '../../../../model/accounts/email.ts'
import type {
  InvitationImport,
  InvitationImportId,
  InvitationVerdict,
} from '../../../../model/invitations/invitation-import.ts'
import {
  invitationStates,
  type ImportedLine,
  type InvitationId,
  type InvitationState,
} from '../../../../model/invitations/invitation.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, anInvitation, anInvitationImport, newId } from '../../../builders/builders.ts'
import {
  committed,
  concurrently,
  describeRaces,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

/** What every `InvitationImportStore` must do. `open` returns a fresh, empty world for each test. */
export function invitationImportStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`InvitationImportStore contract: ${name}${racesNote(options)}`, () => {
    describe('imports', () => {
      test('stores every field of an import, and returns null for an unknown id', async ({
        transact,
      }) => {
        const counts = { created: 1, already_invited: 2, already_a_user: 3, invalid: 2_147_483_647 }
        const full: InvitationImport = {
          id: newId() as InvitationImportId,
          importedBy: newId() as AccountId,
          createdAt: aDate,
          counts,
          fingerprint: '3-0123456789abcdef',
        }
        const plain = anInvitationImport({ importedBy: null })
        const found = await committed(transact, async ({ invitationImports }) => {
          for (const imported of [full, plain]) await invitationImports.insert(imported)
          return [
            await invitationImports.find(full.id),
            await invitationImports.find(plain.id),
            await invitationImports.find(newId() as InvitationImportId),
          ]
        })
        expect(found).toEqual([full, plain, null])
        await expect(
          committed(transact, ({ invitationImports }) => invitationImports.insert(plain)),
        ).rejects.toThrow(Error)
      })

      test('lists imports newest first, page by page', async ({ transact }) => {
        const imports = [
          await anImport(transact),
          await anImport(transact),
          await anImport(transact),
        ].toSorted((left, right) => (left.id > right.id ? -1 : 1))
        const page = (after: InvitationImportId | null, limit: number) =>
          committed(transact, ({ invitationImports }) => invitationImports.list({ after, limit }))
        expect(await page(null, 2)).toEqual(imports.slice(0, 2))
        expect(await page(imports[1]!.id, 2)).toEqual(imports.slice(2))
      })

      test('replaces the counts of a running import, and throws for a missing one', async ({
        transact,
      }) => {
        const imported = anInvitationImport({ fingerprint: 'list' })
        const counts = { created: 1, already_invited: 2, already_a_user: 3, invalid: 4 }
        await committed(transact, async ({ invitationImports }) => {
          await invitationImports.insert(imported)
          await invitationImports.recordProgress(imported.id, counts, { isFinished: false })
        })
        const found = await committed(transact, ({ invitationImports }) =>
          invitationImports.find(imported.id),
        )
        expect(found).toEqual({ ...imported, counts })
        const missing = anInvitationImport()
        const note = committed(transact, ({ invitationImports }) =>
          invitationImports.recordProgress(missing.id, counts, { isFinished: true }),
        )
        await expect(note).rejects.toThrow(Error)
      })

      test('finds a stalled import of the list after a minute without progress, and only once', async ({
        age,
        transact,
      }) => {
        const importedBy = newId() as AccountId
        const imported = anInvitationImport({ importedBy, fingerprint: 'list' })
        const other = anInvitationImport({ importedBy: null, fingerprint: 'list' })
        const done = anInvitationImport({ importedBy, fingerprint: 'done' })
        await committed(transact, async ({ invitationImports }) => {
          for (const one of [imported, other, done]) await invitationImports.insert(one)
          await invitationImports.recordProgress(done.id, done.counts, { isFinished: true })
        })
        const stalled = (by: AccountId | null, fingerprint: string) =>
          committed(transact, ({ invitationImports }) =>
            invitationImports.findStalled(by, fingerprint),
          )
        expect(await stalled(importedBy, 'list')).toBeNull()
        await age(60_000)
        expect(await stalled(importedBy, 'done')).toBeNull()
        expect(await stalled(importedBy, 'another list')).toBeNull()
        expect(await stalled(importedBy, 'list')).toBe(imported.id)
        expect(await stalled(importedBy, 'list')).toBeNull()
        expect(await stalled(null, 'list')).toBe(other.id)
      })

      test('counts the invitations of an import by their current state', async ({ transact }) => {
        const imported = anInvitationImport()
        const now = await committed(transact, async (stores) => {
          await stores.invitationImports.insert(imported)
          return stores.now()
        })
        const over = anInvitation({ importId: imported.id, state: 'sent', expiresAt: now })
        const queued = [1, 2].map(() => anInvitation({ importId: imported.id }))
        const other = anInvitationImport()
        await committed(transact, ({ invitationImports }) => invitationImports.insert(other))
        const failed = anInvitation({ importId: other.id, state: 'failed' })
        const expiresAt = new Date('2099-01-01T00:00:00.000Z')
        const withoutImport = invitationStates.map((state) => anInvitation({ state, expiresAt }))
        await committed(transact, ({ invitations }) =>
          invitations.insert([over, ...queued, failed, ...withoutImport]),
        )
        const [counts, none] = await committed(transact, async ({ invitationImports }) => [
          await invitationImports.countInvitations([
            imported.id,
            other.id,
            newId() as InvitationImportId,
          ]),
          await invitationImports.countInvitations([]),
        ])
        expect(counts).toEqual(
          new Map([
            [
              imported.id,
              new Map<InvitationState, number>([
                ['expired', 1],
                ['queued', 2],
              ]),
            ],
            [other.id, new Map<InvitationState, number>([['failed', 1]])],
          ]),
        )
        expect(none?.size).toBe(0)
      })
    })
    describe('lines', () => {
      test('keeps the results of lines in their order, filters and pages them, for each import', async ({
        transact,
      }) => {
        const [one, other] = [await anImport(transact), await anImport(transact)]
        await committed(transact, async ({ invitationImports }) => {
          await invitationImports.recordLines(one.id, lines.toReversed())
          await invitationImports.recordLines(other.id, lines.slice(1, 2))
          await invitationImports.recordLines(other.id, [])
        })
        expect(await read(transact, one.id)).toEqual(lines)
        expect(await read(transact, other.id)).toEqual(lines.slice(1, 2))
        expect(await read(transact, one.id, 'invalid')).toEqual(lines.slice(1, 2))
        expect(await read(transact, one.id, 'already_invited')).toEqual([])
        expect(await read(transact, one.id, null, { after: 2, limit: 1 })).toEqual(
          lines.slice(1, 2),
        )
      })

      test('keeps the first result of a line that is recorded again', async ({ transact }) => {
        const { id } = await anImport(transact)
        const first = lines.slice(0, 2)
        const recorded = await committed(transact, ({ invitationImports }) =>
          invitationImports.recordLines(id, first),
        )
        expect(new Set(recorded)).toEqual(new Set(first.map(({ line }) => line)))
        const again = lines.map((line) => ({ ...line, invitationId: null }))
        await committed(transact, ({ invitationImports }) =>
          invitationImports.recordLines(id, again),
        )
        expect(await read(transact, id)).toEqual(lines)
      })
    })
    describeRaces(options, () => {
      test('finds a stalled import for exactly one of twenty concurrent calls', async ({
        age,
        transact,
      }) => {
        const imported = anInvitationImport({ importedBy: null, fingerprint: 'list' })
        await committed(transact, ({ invitationImports }) => invitationImports.insert(imported))
        await age(60_000)
        const found = await concurrently(20, () =>
          committed(transact, ({ invitationImports }) =>
            invitationImports.findStalled(null, 'list'),
          ),
        )
        expect(found.filter((id) => id !== null)).toEqual([imported.id])
      })
    })
  })
}

const lines: readonly ImportedLine[] = [
  {
    line: 2,
    email: 'ada@example.com' as Email,
    verdict: 'created',
    fault: null,
    invitationId: newId() as InvitationId,
  },
  { line: 3, email: null, verdict: 'invalid', fault: 'email', invitationId: null },
  {
    line: 10,
    email: 'bob@example.com' as Email,
    verdict: 'already_a_user',
    fault: null,
    invitationId: null,
  },
]

const anImport = (transact: Transact) =>
  committed(transact, async ({ invitationImports }) => {
    const imported = anInvitationImport()
    await invitationImports.insert(imported)
    return imported
  })

const read = (
  transact: Transact,
  importId: InvitationImportId,
  verdict: InvitationVerdict | null = null,
  page: { readonly after: number | null; readonly limit: number } = { after: null, limit: 100 },
) =>
  committed(transact, ({ invitationImports }) =>
    invitationImports.listLines(importId, verdict, page),
  )
