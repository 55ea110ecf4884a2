import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { InvitationImportId } from '../model/invitations/invitation-import.ts'
import { invitationStates } from '../model/invitations/invitation.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  anInvitationImport,
  aPersonIn,
  memoryPorts,
  newId,
  valueOf,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { resendFailedInvitations } from './resend-failed-invitations.ts'

/** An import with these invitations, and another one with one that failed. */
async function anImportIn(
  ports: ReturnType<typeof memoryPorts>,
  ...invited: readonly Parameters<typeof anInvitation>[0][]
) {
  const [imported, other] = [anInvitationImport(), anInvitationImport()]
  const added = invited.map((overrides) => anInvitation({ ...overrides, importId: imported.id }))
  const foreign = anInvitation({ state: 'failed', importId: other.id })
  await ports.transact(async ({ invitationImports, invitations }) => {
    for (const one of [imported, other]) await invitationImports.insert(one)
    return ok(await invitations.insert([...added, foreign]))
  })
  return { importId: imported.id, added }
}

const queuedIn = ({ database }: ReturnType<typeof memoryPorts>) =>
  [...database.tables.jobs.values()].map((job) =>
    job.kind === 'deliver_invitation' ? job.invitationId : null,
  )

describe('resendFailedInvitations', () => {
  onlyAdministrators((ports, actor) =>
    resendFailedInvitations(ports, { actor, importId: newId() as InvitationImportId }),
  )

  it('queues what failed of this import, in the name of the actor, and nothing twice', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const states = [...invitationStates, 'failed' as const]
    const { importId, added } = await anImportIn(ports, ...states.map((state) => ({ state })))
    const failed = added.filter(({ state }) => state === 'failed').map(({ id }) => id)
    expect(valueOf(await resendFailedInvitations(ports, { actor, importId }))).toBe(2)
    expect(new Set(queuedIn(ports))).toEqual(new Set(failed))
    for (const id of failed)
      expect(ports.database.tables.invitations.get(id)).toMatchObject({
        state: 'queued',
        invitedBy: actor.userId,
      })
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      { action: 'invitation.resend', target: `import:${importId}`, meta: { resent: 2 } },
    ])
    expect(valueOf(await resendFailedInvitations(ports, { actor, importId }))).toBe(0)
    expect(ports.database.tables.audit.size).toBe(1)
  })

  it('R53 skips roles that the actor may not give, and people who have an account by now', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    await aPersonIn(ports, { email: 'taken@example.com' })
    const state = 'failed'
    const { importId } = await anImportIn(
      ports,
      { state, role: 'Owner' },
      { state, email: 'taken@example.com' },
    )
    expect(valueOf(await resendFailedInvitations(ports, { actor, importId }))).toBe(0)
    expect(valueOf(await resendFailedInvitations(ports, { actor: operator, importId }))).toBe(1)
  })

  it('queues nothing that another actor queued before the lock', async () => {
    const ports = memoryPorts()
    const { importId, added } = await anImportIn(ports, { state: 'failed' }, { state: 'failed' })
    const ask = { actor: operator, importId }
    const late: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({
          ...stores,
          async lockInvitations(emails) {
            await stores.lockInvitations(emails)
            await stores.invitations.update({ ...added[0]!, state: 'queued' })
          },
        }),
      )
    expect(valueOf(await resendFailedInvitations({ ...ports, transact: late }, ask))).toBe(1)
    expect(queuedIn(ports)).toHaveLength(1)
  })

  it('queues more than one part', async () => {
    const ports = memoryPorts()
    const many = Array.from({ length: 1_001 }, (_, place) => ({
      state: 'failed' as const,
      email: `p${place}@example.com`,
    }))
    const { importId } = await anImportIn(ports, ...many)
    expect(valueOf(await resendFailedInvitations(ports, { actor: operator, importId }))).toBe(1_001)
  })

  it('refuses without a mail server', async () => {
    const ports = memoryPorts()
    const { importId } = await anImportIn(ports, { state: 'failed' })
    const refused = await resendFailedInvitations(
      { ...ports, mailer: null },
      { actor: operator, importId },
    )
    expect(refused).toEqual({ ok: false, error: { code: 'mail.not_configured' } })
  })
})
