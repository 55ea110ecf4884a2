import { describe, expect, it } from 'vitest'
import type { Mailer } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { deliverInvitation } from './deliver-invitation.ts'
import { sendingSecondsMax, type Invitation, type InvitationId } from '../model/invitations/invitation.ts'
import { previewInvitation } from './preview-invitation.ts'

const done = { ok: true, value: null }
const later = (reason: string) => ({ ok: false, error: { code: 'mail.deferred', reason } })
const hours48 = 48 * 3_600_000

async function queuedIn(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const invitation = anInvitation({ createdAt: ports.clock.now(), queuedAt: ports.clock.now(), ...overrides })
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  const job = { kind: 'deliver_invitation', invitationId: invitation.id, paced: false } as const
  const stored = (): Invitation => ports.database.tables.invitations.get(invitation.id)!
  return { invitation, job, stored }
}

const tokensIn = ({ mailer }: MemoryPorts): readonly string[] =>
  mailer.sent.flatMap((mail) => (mail.kind === 'invitation' ? [mail.token] : []))

/** The tokens that are good, of all that were ever mailed. */
async function goodTokens(ports: MemoryPorts): Promise<readonly string[]> {
  const good: string[] = []
  for (const token of tokensIn(ports)) if ((await previewInvitation(ports, { token })).ok) good.push(token)
  return good
}

/** Ports whose mailer hands the mail over and then does something else first. */
const meddling = (ports: MemoryPorts, meddle: () => Promise<unknown>) => {
  const send: Mailer['send'] = async (mail) => {
    const verdict = await ports.mailer.send(mail)
    await meddle()
    return verdict
  }
  return { ...ports, mailer: { send } }
}
const killed = (ports: MemoryPorts) => meddling(ports, () => Promise.reject(new Error('killed')))

describe('deliverInvitation', () => {
  it('R52 mails the stored address a new token, good for 48 hours from now', async () => {
    const ports = memoryPorts()
    const { invitation, job, stored } = await queuedIn(ports, { role: 'Admin' })
    ports.clock.advance(3_600_000)
    const expiresAt = new Date(ports.clock.now().getTime() + hours48)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([
      { kind: 'invitation', to: invitation.email, role: 'Admin', token: expect.stringMatching(/^token-/) as string, expiresAt },
    ])
    expect(stored()).toMatchObject({ state: 'sent', sentAt: ports.clock.now(), expiresAt, attempts: 1, sendingSince: null })
    ports.clock.advance(hours48 - 1)
    expect(await goodTokens(ports)).toHaveLength(1)
    ports.clock.advance(1)
    expect(await goodTokens(ports)).toEqual([])
  })

  it('R86 mails nothing when the same job comes again, or the invitation is settled or gone', async () => {
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

  it('R86 tries again what the mail server did not take now, with a new token each time', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    expect(await deliverInvitation(ports, job)).toEqual(later('busy'))
    const first = stored()
    expect(first).toMatchObject({ state: 'queued', attempts: 1, lastError: 'busy', sendingSince: null })
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    expect(stored().tokenDigest).not.toBe(first.tokenDigest)
  })

  it('R52 R86 sends a mail that was perhaps taken once more and never again, and its token works at any time', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    const silent = { kind: 'unknown', reason: 'it did not say' } as const
    ports.mailer.answer(silent, { kind: 'deferred', reason: 'busy' }, silent)
    const past = { isPerhapsDone: true, isAbandoned: false }
    expect(await deliverInvitation(ports, job)).toEqual({ ok: false, error: { code: 'mail.unknown', reason: 'it did not say' } })
    expect(stored()).toMatchObject({ state: 'queued', lastError: 'it did not say', sendingSince: null })
    expect(await goodTokens(ports)).toEqual(tokensIn(ports))
    expect(await deliverInvitation(ports, job, past)).toEqual(later('busy'))
    expect(await deliverInvitation(ports, job, past)).toEqual(done)
    expect(stored()).toMatchObject({ state: 'sent', lastError: 'it did not say', sentAt: ports.clock.now(), attempts: 3 })
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(1))
    expect(await deliverInvitation(ports, job, past)).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
  })

  it('R86 gives up after 48 hours in line, and says why', async () => {
    const ports = memoryPorts()
    const [tried, never] = [await queuedIn(ports), await queuedIn(ports)]
    ports.mailer.answer({ kind: 'deferred', reason: 'The mail server is away.' })
    await deliverInvitation(ports, tried.job)
    ports.clock.advance(hours48)
    for (const { job } of [tried, never]) expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(tried.stored()).toMatchObject({ state: 'failed', lastError: 'Given up after 48 hours. The mail server is away.' })
    expect(never.stored()).toMatchObject({ state: 'failed', lastError: 'Given up after 48 hours. No worker came to send it.' })
    expect(ports.mailer.sent).toEqual([])
  })

  it('fails what the mail server refuses for good', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    ports.mailer.answer({ kind: 'refused', reason: '550 no such user' })
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(stored()).toMatchObject({ state: 'failed', lastError: '550 no such user', tokenDigest: null })
  })

  it('waits while no mail server is configured', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    expect(await deliverInvitation({ ...ports, mailer: null }, job)).toEqual(later('No mail server is configured.'))
    expect(stored()).toMatchObject({ state: 'queued', attempts: 0, lastError: 'No mail server is configured.' })
  })

  it('mails no address that has an account by now, and no invitation to be an Owner that nobody answers for', async () => {
    const ports = memoryPorts()
    const taken = await queuedIn(ports)
    await aPersonIn(ports, { email: taken.invitation.email })
    const unbacked = await queuedIn(ports, { role: 'Owner', invitedBy: (await aPersonIn(ports, { role: 'Admin' })).account.id })
    for (const { job } of [taken, unbacked]) expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(taken.stored()).toMatchObject({ state: 'failed', lastError: 'There is an account with this address.' })
    expect(unbacked.stored()).toMatchObject({ state: 'revoked', revokedAt: ports.clock.now() })
    expect(ports.mailer.sent).toEqual([])
  })
})

describe('deliverInvitation, when a worker dies or two are at it', () => {
  it('R52 has a good token in the mail of a worker that died before it knew', async () => {
    const ports = memoryPorts()
    const { job } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await goodTokens(ports)).toEqual(tokensIn(ports))
  })

  it('R52 sends one more mail at worst, whose token is the only good one', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await deliverInvitation(ports, job)).toEqual(later('Another worker is sending it.'))
    ports.clock.advance(sendingSecondsMax * 1_000)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(await deliverInvitation(ports, job)).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(1))
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('R86 waits for nobody when it was the worker of this very job that died', async () => {
    const ports = memoryPorts()
    const { job, stored } = await queuedIn(ports)
    await expect(deliverInvitation(killed(ports), job)).rejects.toThrow('killed')
    expect(await deliverInvitation(ports, job, { isPerhapsDone: true, isAbandoned: true })).toEqual(done)
    expect(stored()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(1))
  })

  it('R86 mails once when two workers have the job at once', async () => {
    const ports = memoryPorts()
    const { job } = await queuedIn(ports)
    const outcomes = await Promise.all([deliverInvitation(ports, job), deliverInvitation(ports, job)])
    expect(outcomes).toEqual([done, later('Another worker is sending it.')])
    expect(ports.mailer.sent).toHaveLength(1)
  })

  it('leaves an invitation alone that was revoked, or is being sent by another, while its mail was on the way', async () => {
    for (const meantime of [{ state: 'revoked', tokenDigest: null }, { tokenDigest: 'of another worker' }] as const) {
      const ports = memoryPorts()
      const { job, stored } = await queuedIn(ports)
      const change = () => ports.transact(async ({ invitations }) => ok(await invitations.update({ ...stored(), ...meantime })))
      expect(await deliverInvitation(meddling(ports, change), job)).toEqual(done)
      expect(stored()).toMatchObject({ sentAt: null, ...meantime })
      expect(await goodTokens(ports)).toEqual([])
    }
  })
})
