import { expect } from 'vitest'
import type { Email } from '../../../model/accounts/email.ts'
import type {
  InvitationImportId,
  InvitationVerdict,
} from '../../../model/invitations/invitation-import.ts'
import type { ImportedLine } from '../../../model/invitations/invitation.ts'
import type { InvitationId } from '../../../model/invitations/invitation.ts'
import { anyInvitation } from '../../../ports/stores/invitation-store.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { anInvitation, anInvitationImport, newId } from '../../builders/builders.ts'
import { committed, type Closable, type WorldTest } from '../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

const anImport = (transact: Transact) =>
  committed(transact, async ({ invitations }) => {
    const imported = anInvitationImport()
    await invitations.insertImport(imported)
    return imported
  })

const read = (
  transact: Transact,
  importId: InvitationImportId,
  verdict: InvitationVerdict | null = null,
  page: { readonly after: number | null; readonly limit: number } = { after: null, limit: 100 },
) => committed(transact, ({ invitations }) => invitations.listLines(importId, verdict, page))

/** What an `InvitationStore` keeps of imports for administrators, and how it finds a text. */
export function importedLines(test: WorldTest<World>): void {
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
  test('keeps the results of lines in their order, filters and pages them, for each import', async ({
    transact,
  }) => {
    const [one, other] = [await anImport(transact), await anImport(transact)]
    await committed(transact, async ({ invitations }) => {
      await invitations.recordLines(one.id, lines.toReversed())
      await invitations.recordLines(other.id, lines.slice(1, 2))
      await invitations.recordLines(other.id, [])
    })
    expect(await read(transact, one.id)).toEqual(lines)
    expect(await read(transact, other.id)).toEqual(lines.slice(1, 2))
    expect(await read(transact, one.id, 'invalid')).toEqual(lines.slice(1, 2))
    expect(await read(transact, one.id, 'already_invited')).toEqual([])
    expect(await read(transact, one.id, null, { after: 2, limit: 1 })).toEqual(lines.slice(1, 2))
  })

  test('keeps the first result of a line that is recorded again', async ({ transact }) => {
    const { id } = await anImport(transact)
    const first = lines.slice(0, 2)
    const recorded = await committed(transact, ({ invitations }) =>
      invitations.recordLines(id, first),
    )
    expect(new Set(recorded)).toEqual(new Set(first.map(({ line }) => line)))
    const again = lines.map((line) => ({ ...line, invitationId: null }))
    await committed(transact, ({ invitations }) => invitations.recordLines(id, again))
    expect(await read(transact, id)).toEqual(lines)
  })

  test('lists imports newest first, page by page', async ({ transact }) => {
    const imports = [
      await anImport(transact),
      await anImport(transact),
      await anImport(transact),
    ].toSorted((left, right) => (left.id > right.id ? -1 : 1))
    const page = (after: InvitationImportId | null, limit: number) =>
      committed(transact, ({ invitations }) => invitations.listImports({ after, limit }))
    expect(await page(null, 2)).toEqual(imports.slice(0, 2))
    expect(await page(imports[1]!.id, 2)).toEqual(imports.slice(2))
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
}
