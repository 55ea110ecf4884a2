import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { invitationVerdicts } from '../model/invitations/invitation-import.ts'
import { importInvitations } from './import-invitations.ts'
import type { InvitationLine } from '../model/invitations/invitation-import.ts'

const linesOf = (
  ...rows: readonly (readonly [email: string, role?: string])[]
): readonly InvitationLine[] =>
  rows.map(([email, role = 'Member'], position) => ({
    line: position + 2,
    fields: { email, role },
  }))

const three = linesOf(['ada@example.com'], ['Bob@Example.com', 'admin'], ['nonsense'])
const command = { actor: operator, lines: three, dryRun: false }

const rowsOf = ({ database: { tables } }: MemoryPorts) => [
  tables.invitations.size,
  tables.invitationImports.size,
  tables.jobs.size,
  tables.audit.size,
]

describe('importInvitations', () => {
  onlyAdministrators((ports, actor) =>
    importInvitations(ports, { ...command, lines: linesOf(['ada@example.com']), actor }),
  )

  it('R54 creates valid lines, returns the faults of the others, and paces the emails', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    const imported = valueOf(await importInvitations(ports, { ...command, actor }))
    expect(imported).toMatchObject({
      counts: { created: 2, already_invited: 0, already_a_user: 0, invalid: 1 },
      deliverySeconds: 1,
      verdicts: [
        { line: 2, email: 'ada@example.com', verdict: 'created', fault: null },
        { line: 3, email: 'bob@example.com', verdict: 'created', fault: null },
        { line: 4, email: null, verdict: 'invalid', fault: 'email' },
      ],
    })
    const { invitations, invitationImports, jobs, audit } = ports.database.tables
    const { importId, counts } = imported
    expect([...invitations.values()]).toMatchObject([
      {
        email: 'ada@example.com',
        role: 'Member',
        state: 'queued',
        invitedBy: actor.userId,
        importId,
      },
      {
        email: 'bob@example.com',
        role: 'Admin',
        state: 'queued',
        invitedBy: actor.userId,
        importId,
      },
    ])
    expect([...invitationImports.values()]).toMatchObject([
      { id: importId, importedBy: actor.userId, counts },
    ])
    const ids = [...invitations.keys()]
    expect([...jobs.values()]).toEqual(
      ids.map((invitationId) => ({ kind: 'deliver_invitation', invitationId, paced: true })),
    )
    expect([...audit.values()]).toMatchObject([
      { action: 'invitation.import', target: `import:${importId}`, meta: counts },
    ])
  })

  it('R54 creates nothing when the same lines are repeated, even five times concurrently', async () => {
    const ports = memoryPorts()
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => importInvitations(ports, command)),
    )
    const counts = runs.map((run) => valueOf(run).counts)
    expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(2)
    expect(counts.filter((count) => count.already_invited === 2)).toHaveLength(4)
    expect([ports.database.tables.invitations.size, ports.database.tables.jobs.size]).toEqual([
      2, 2,
    ])
  })

  it('skips people with an account or a pending invitation, for every role', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: 'bob@example.com', status: 'deactivated' })
    const pending = anInvitation({ email: 'ada@example.com', state: 'failed' })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([pending])))
    const { verdicts } = valueOf(
      await importInvitations(ports, {
        ...command,
        lines: linesOf(['ada@example.com', 'Owner'], ['bob@example.com']),
      }),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['already_invited', 'already_a_user'])
    expect([...ports.database.tables.invitations.values()]).toEqual([pending])
  })

  it('returns the same verdicts in a dry run, and creates nothing', async () => {
    const ports = memoryPorts()
    const dry = valueOf(await importInvitations(ports, { ...command, dryRun: true }))
    expect(rowsOf(ports)).toEqual([0, 0, 0, 0])
    expect(dry).toEqual({ ...valueOf(await importInvitations(ports, command)), importId: null })
  })

  it('R53 refuses all lines of an Admin if some are above Member, and names those', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const lines = linesOf(
      ['a@example.com'],
      ['b@example.com', 'Owner'],
      ['c@example.com', ' ADMIN '],
    )
    for (const dryRun of [true, false]) {
      const refused = await importInvitations(ports, { actor, lines, dryRun })
      expect(refused).toEqual({
        ok: false,
        error: { code: 'invitation.roles_forbidden', lines: [3, 4] },
      })
    }
    const many = linesOf(
      ...Array.from(
        { length: 50 },
        (_, position) => [`p${position}@example.com`, 'Owner'] as const,
      ),
    )
    const refused = await importInvitations(ports, { actor, lines: many, dryRun: false })
    expect(refused).toMatchObject({ ok: false, error: { lines: { length: 20 } } })
    expect(rowsOf(ports)).toEqual([0, 0, 0, 0])
    expect(
      await importInvitations(ports, { actor, lines: linesOf(['a@example.com']), dryRun: false }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('R54 accepts at most 10,000 lines', async () => {
    const ports = memoryPorts()
    const lines = linesOf(
      ...Array.from({ length: 10_001 }, (_, position) => [`p${position}@example.com`] as const),
    )
    const refused = await importInvitations(ports, { ...command, lines })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'invitation.lines_too_many', linesMax: 10_000 },
    })
    expect(
      valueOf(await importInvitations(ports, { ...command, lines: lines.slice(1) })).counts.created,
    ).toBe(10_000)
  })

  it('R54 continues an interrupted list in the same import, with correct counts and no duplicates', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    const lines = linesOf(
      ['gibberish'],
      ...Array.from({ length: 1_200 }, (_, position) => [`p${position}@example.com`] as const),
      ['p0@example.com'],
      ['nonsense'],
    )
    let parts = 0
    const transact: typeof ports.transact = (work) => {
      parts += 1
      return parts === 3 ? Promise.reject(new Error('killed')) : ports.transact(work)
    }
    await expect(
      importInvitations({ ...ports, transact }, { actor, lines, dryRun: false }),
    ).rejects.toThrow('killed')
    expect(ports.database.tables.invitations.size).toBe(999)
    const [interrupted] = ports.database.tables.invitationImports.values()
    expect(interrupted).toMatchObject({ counts: { created: 999 } })
    const importId = interrupted?.id

    ports.clock.advance(60_000)
    const continued = valueOf(await importInvitations(ports, { actor, lines, dryRun: false }))
    const counts = { created: 1_200, already_invited: 1, already_a_user: 0, invalid: 2 }
    expect(continued).toMatchObject({ importId, counts })
    const { invitations, invitationImports, jobs } = ports.database.tables
    expect([...invitationImports.values()]).toMatchObject([{ id: importId, counts }])
    expect([invitations.size, jobs.size]).toEqual([1_200, 1_200])
    const entries = [...ports.database.tables.audit.values()]
    expect(entries.map(({ meta }) => meta['created'])).toEqual([499, 500, 201])
    for (const verdict of invitationVerdicts)
      expect(entries.reduce((sum, { meta }) => sum + Number(meta[verdict]), 0)).toBe(
        counts[verdict],
      )
    const again = valueOf(await importInvitations(ports, { actor, lines, dryRun: false }))
    expect(again).toMatchObject({ counts: { created: 0, already_invited: 1_201 } })
    expect(again.importId).not.toBe(importId)
  })

  it('stops in the middle of a list once the actor may no longer invite', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    const lines = linesOf(
      ...Array.from({ length: 600 }, (_, position) => [`p${position}@example.com`] as const),
    )
    let parts = 0
    const transact: typeof ports.transact = async (work) => {
      parts += 1
      if (parts === 2)
        await ports.transact(async ({ accounts }) =>
          ok(await accounts.update({ ...account, status: 'deactivated' })),
        )
      return ports.transact(work)
    }
    const outcome = await importInvitations({ ...ports, transact }, { actor, lines, dryRun: false })
    expect(outcome).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    expect(ports.database.tables.invitations.size).toBe(500)
  })

  it('changes nothing while no mail server is configured', async () => {
    const ports = memoryPorts()
    expect(await importInvitations({ ...ports, mailer: null }, command)).toEqual({
      ok: false,
      error: { code: 'mail.not_configured' },
    })
    expect(rowsOf(ports)).toEqual([0, 0, 0, 0])
  })

  it('reports the verdicts of a dry run while no mail server is configured', async () => {
    const ports = { ...memoryPorts(), mailer: null }
    expect(valueOf(await importInvitations(ports, { ...command, dryRun: true }))).toMatchObject({
      counts: { created: 2, invalid: 1 },
      deliverySeconds: null,
    })
  })
})
