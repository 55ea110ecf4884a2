import { describe, expect, it } from 'vitest'
import type { Mailer } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { deliverInvitation } from './deliver-invitation.ts'
import {
  sendingSecondsMax,
  type Invitation,
  type InvitationId,
} from '../model/invitations/invitation.ts'
import { previewInvitation } from './preview-invitation.ts'

const done = { ok: true, value: null }
const later = (reason: string) => ({ ok: false, error: { code: 'mail.deferred', reason } })
const hours48 = 48 * 3_600_000

async function queuedIn(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const invitation = anInvitation({
    createdAt: ports.clock.now(),
    queuedAt: ports.clock.now(),
    ...overrides,
  })
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  const job = { kind: 'deliver_invitation', invitationId: invitation.id, paced: false } as const
  const stored = (): Invitation => ports.database.tables.invitations.get(invitation.id)!
  return { invitation, job, stored }
}

const tokensIn = ({ mailer }: MemoryPorts): readonly string[] =>
  mailer.sent.flatMap((mail) => (mail.kind === 'invitation' ? [mail.token] : []))

/** The valid tokens among all that were emailed. */
async function validTokens(ports: MemoryPorts): Promise<readonly string[]> {
  const valid: string[] = []
  for (const token of tokensIn(ports))
    if ((await previewInvitation(ports, { token })).ok) valid.push(token)
  return valid
}

/** Ports whose mailer sends the email and then runs `interrupt` before it returns. */
const interrupted = (ports: MemoryPorts, interrupt: () => Promise<unknown>) => {
  const send: Mailer['send'] = async (mail) => {
    const verdict = await ports.mailer.send(mail)
    await interrupt()
    return verdict
  }
  return { ...ports, mailer: { ...ports.mailer, send } }
}
const killed = (ports: MemoryPorts) => interrupted(ports, () => Promise.reject(new Error('killed')))

describe('deliverInvitation', () => {
  it('R52 emails the stored address a new token that is valid for 48 hours', async () => {
    const ports = memoryPorts()
    const { invitation, job, stored } = await queuedIn(ports, { role: 'Admin' })
    ports.clock.advance(3_600_000)
    const expiresAt = new Date(ports.clock.now().getTime() + hours48)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([
      {
        kind: 'invitation',
        to: invitation.email,
        role: 'Admin',
        inviter: null,
        organisation: null,
        token: expect.stringMatching(/^token-/) as string,
        expiresAt,
      },
    ])
    expect(stored()).toMatchObject({
      state: 'sent',
      sentAt: ports.clock.now(),
      expiresAt,
      attempts: 1,
      sendingSince: null,
    })
    ports.clock.advance(hours48 - 1)
    expect(await validTokens(ports)).toHaveLength(1)
    ports.clock.advance(1)
    expect(await validTokens(ports)).toEqual([])
  })

  it('R52 says who invited and for which organisation', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { name: 'Ada Lovelace', role: 'Admin' })
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ organisationName: 'Example Ltd' })),
    )
    const { job } = await queuedIn(ports, { invitedBy: account.id })
    await deliverInvitation(ports, job)
    expect(ports.mailer.sent).toMatchObject([
      { inviter: 'Ada Lovelace', organisation: 'Example Ltd' },
    ])
  })

  it('R86 sends nothing if the job repeats, or if the invitation is settled or deleted', async () => {
    const ports = memoryPorts()
    const { job } = await queuedIn(ports)
    await deliverInvitation(ports, job)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    for (const state of ['accepted', 'revoked', 'failed', 'expired'] as const) {
      const settled = await queuedIn(ports, { state })
      expect(await deliverInvitation(ports, settled.job)).toEqual(done)
      expect(settled.stored()).toEqual(settled.invitation)
    }
    const unknown = { ...job, invitationId: newId() as InvitationId }
    expect(await deliverInvitation(ports, unknown)).toEqual(done)
    expect(ports.mailer.sent).toHaveLength(1)
  })

  it('R86 retries a deferred email with a new token each time', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    expect(await deliverInvitation(ports, job)).toEqual(later('busy'))
    const first = stored()
    expect(first).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastError: 'busy',
      sendingSince: null,
    })
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    expect(stored().tokenDigest).not.toBe(first.tokenDigest)
  })

  it('R52 R86 resends an email of unknown outcome once and never again, and its token works throughout', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    const silent = { kind: 'unknown', reason: 'it did not say' } as const
    ports.mailer.answer(silent, { kind: 'deferred', reason: 'busy' }, silent)
    const past = { mayBeDone: true, isAbandoned: false }
    expect(await deliverInvitation(ports, job)).toEqual({
      ok: false,
      error: { code: 'mail.unknown', reason: 'it did not say' },
    })
    expect(stored()).toMatchObject({
      state: 'queued',
      lastError: 'it did not say',
      sendingSince: null,
    })
    expect(await validTokens(ports)).toEqual(tokensIn(ports))
    expect(await deliverInvitation(ports, job, past)).toEqual(later('busy'))
    expect(await deliverInvitation(ports, job, past)).toEqual(done)
    expect(stored()).toMatchObject({
      state: 'sent',
      lastError: 'it did not say',
      sentAt: ports.clock.now(),
      attempts: 3,
    })
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(1))
    expect(await deliverInvitation(ports, job, past)).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
  })

  it('R86 fails after 48 hours in the queue, with the reason', async () => {
    const ports = memoryPorts()
    const [tried, never] = [await queuedIn(ports), await queuedIn(ports)]
    ports.mailer.answer({ kind: 'deferred', reason: 'The mail server is unavailable.' })
    await deliverInvitation(ports, tried.job)
    ports.clock.advance(hours48)
    for (const { job } of [tried, never]) expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(tried.stored()).toMatchObject({
      state: 'failed',
      lastError: 'Failed after 48 hours. The mail server is unavailable.',
    })
    expect(never.stored()).toMatchObject({
      state: 'failed',
      lastError: 'Failed after 48 hours. No worker was available.',
    })
    expect(ports.mailer.sent).toEqual([])
  })

  it('fails when the mail server rejects the email', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    ports.mailer.answer({ kind: 'refused', reason: '550 no such user' })
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(stored()).toMatchObject({
      state: 'failed',
      lastError: '550 no such user',
      tokenDigest: null,
    })
  })

  it('waits while no mail server is configured', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    expect(await deliverInvitation({ ...ports, mailer: null }, job)).toEqual(
      later('No mail server is configured.'),
    )
    expect(stored()).toMatchObject({
      state: 'queued',
      attempts: 0,
      lastError: 'No mail server is configured.',
    })
  })

  it('sends nothing to an address that now has an account, and no Owner invitation of a former Owner', async () => {
    const ports = memoryPorts()
    const ofTakenAddress = await queuedIn(ports)
    await aPersonIn(ports, { email: ofTakenAddress.invitation.email })
    const invitedByFormerOwner = await queuedIn(ports, {
      role: 'Owner',
      invitedBy: (await aPersonIn(ports, { role: 'Admin' })).account.id,
    })
    for (const { job } of [ofTakenAddress, invitedByFormerOwner])
      expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(ofTakenAddress.stored()).toMatchObject({
      state: 'failed',
      lastError: 'This address already has an account.',
    })
    expect(invitedByFormerOwner.stored()).toMatchObject({
      state: 'revoked',
      revokedAt: ports.clock.now(),
    })
    expect(ports.mailer.sent).toEqual([])
  })
})

it('R62 audits once that deliverInvitation revoked an Owner invitation, with the reason', async () => {
  const ports = memoryPorts()
  const { invitation, job } = await queuedIn(ports, {
    role: 'Owner',
    invitedBy: (await aPersonIn(ports, { role: 'Admin' })).account.id,
  })
  for (let tries = 0; tries < 2; tries += 1) await deliverInvitation(ports, job)
  expect([...ports.database.tables.audit.values()]).toMatchObject([
    {
      actorId: null,
      via: 'worker',
      action: 'invitation.revoke',
      target: `invitation:${invitation.id}`,
      outcome: 'success',
      meta: { email: invitation.email, role: 'Owner', reason: 'sender_not_an_owner' },
    },
  ])
})

describe('deliverInvitation with crashes and concurrent workers', () => {
  it('R52 keeps the token valid when a worker crashes after sending', async () => {
    const ports = memoryPorts()
    const { job } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await validTokens(ports)).toEqual(tokensIn(ports))
  })

  it('R52 sends at most one more email, and only its token works', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await deliverInvitation(ports, job)).toEqual(later('Another worker is sending it.'))
    ports.clock.advance(sendingSecondsMax * 1_000)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(1))
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('R86 does not wait if the crashed worker had this same job', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await deliverInvitation(ports, job, { mayBeDone: true, isAbandoned: true })).toEqual(
      done,
    )
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(1))
  })

  it('R86 sends once when two workers have the job concurrently', async () => {
    const ports = memoryPorts()
    const { job } = await queuedIn(ports)
    const outcomes = await Promise.all([
      deliverInvitation(ports, job),
      deliverInvitation(ports, job),
    ])
    expect(outcomes).toEqual([done, later('Another worker is sending it.')])
    expect(ports.mailer.sent).toHaveLength(1)
  })

  it('leaves the invitation unchanged if it is revoked or sent by another worker during the delivery', async () => {
    for (const change of [
      { state: 'revoked', tokenDigest: null },
      { tokenDigest: 'of another worker' },
    ] as const) {
      const ports = memoryPorts()
      const { job, stored } = await queuedIn(ports)
      const apply = () =>
        ports.transact(async ({ invitations }) =>
          ok(await invitations.update({ ...stored(), ...change })),
        )
      expect(await deliverInvitation(interrupted(ports, apply), job)).toEqual(done)
      expect(stored()).toMatchObject({ sentAt: null, ...change })
      expect(await validTokens(ports)).toEqual([])
    }
  })
})
