import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { operator } from '../model/actor.ts'
import type { Email, JobOf, Mailer } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { anOrigin, aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { deliverPasswordReset } from './deliver-password-reset.ts'
import { openPasswordReset } from './open-password-reset.ts'

type DeliverPasswordReset = JobOf<'deliver_password_reset'>

const done = { ok: true, value: null }
const later = (reason: string) => ({ ok: false, error: { code: 'mail.deferred', reason } })
const hour = 3_600_000

const asked = ({ email }: { readonly email: string }): DeliverPasswordReset => ({
  kind: 'deliver_password_reset',
  email: email as Email,
  origin: anOrigin,
})
const ordered = ({ id: userId }: Pick<Account, 'id'>): DeliverPasswordReset => ({ kind: 'deliver_password_reset', userId })

const tokensIn = ({ mailer }: MemoryPorts): readonly string[] =>
  mailer.sent.flatMap((mail) => (mail.kind === 'password_reset' ? [mail.token] : []))

/** The tokens that are good, of all that were ever mailed. */
async function goodTokens(ports: MemoryPorts): Promise<readonly string[]> {
  const good: string[] = []
  for (const token of tokensIn(ports)) {
    const { value: open } = await ports.transact(async (stores) => ok(await openPasswordReset(ports, stores, token)))
    if (open !== null) good.push(token)
  }
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

describe('deliverPasswordReset', () => {
  it('R57 R58 mails the stored address a token, good for an hour from now', async () => {
    for (const jobOf of [asked, ordered]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
      ports.clock.advance(hour)
      const expiresAt = new Date(ports.clock.now().getTime() + hour)
      expect(await deliverPasswordReset(ports, jobOf(account))).toEqual(done)
      const token = expect.stringMatching(/^token-/) as string
      const to = { address: account.email, name: account.name }
      expect(ports.mailer.sent).toEqual([{ kind: 'password_reset', to, token, expiresAt }])
      ports.clock.advance(hour - 1)
      expect(await goodTokens(ports)).toHaveLength(1)
      ports.clock.advance(1)
      expect(await goodTokens(ports)).toEqual([])
    }
  })

  it('R57 mails nothing to an address that nobody has, nor to whoever is deactivated or deleted', async () => {
    const ports = memoryPorts()
    const { account: gone } = await aPersonIn(ports, { status: 'deactivated' })
    const jobs = [asked({ email: 'nobody@example.com' }), asked(gone), ordered(gone), ordered({ id: newId() as Account['id'] })]
    for (const job of jobs) expect(await deliverPasswordReset(ports, job)).toEqual(done)
    expect([ports.mailer.sent.length, ports.database.tables.passwordResets.size]).toEqual([0, 0])
  })

  it('R58 mails nobody at an address that the account lost, also in this very moment', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const transact: MemoryPorts['transact'] = (work) =>
      ports.transact((stores) => {
        const lockAccount: typeof stores.lockAccount = async (id) => {
          await stores.accounts.changeEmail(id, 'new@example.com' as Email)
          return stores.lockAccount(id)
        }
        return work({ ...stores, lockAccount })
      })
    expect(await deliverPasswordReset({ ...ports, transact }, asked(account))).toEqual(done)
    await changeEmail(ports, { actor: operator, userId: account.id, email: 'newer@example.com' })
    expect(await deliverPasswordReset(ports, asked(account))).toEqual(done)
    expect(ports.mailer.sent).toEqual([])
  })

  it('R57 mails at most three times in an hour what was asked for, leaving the last token good', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => deliverPasswordReset(ports, asked(account))))
    expect(outcomes).toEqual(Array.from({ length: 100 }, () => done))
    expect(tokensIn(ports)).toHaveLength(3)
    expect(await goodTokens(ports)).toHaveLength(1)
    ports.clock.advance(hour)
    await deliverPasswordReset(ports, asked(account))
    expect(tokensIn(ports)).toHaveLength(4)
  })

  it('R25 mails what an administrator ordered, however often somebody asked before', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let count = 0; count < 5; count += 1) await deliverPasswordReset(ports, asked(account))
    await deliverPasswordReset(ports, ordered(account))
    expect(tokensIn(ports)).toHaveLength(4)
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(3))
  })

  it('R62 audits once, with where they asked from, that a link was mailed to the account, and nothing of the token', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    for (const job of [asked(account), asked(account), ordered(account)]) await deliverPasswordReset(ports, job)
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      { action: 'password.request_reset', actorId: null, target: `user:${account.id}`, outcome: 'success', ...anOrigin },
    ])
    expect(JSON.stringify([entries, ports.log.lines])).not.toContain('token-')
  })
})

describe('deliverPasswordReset, when the mail server or a worker fails', () => {
  it('R86 tries again what the mail server did not take now, with a new token and any number of times', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let tries = 0; tries < 10; tries += 1) {
      ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
      expect(await deliverPasswordReset(ports, asked(account))).toEqual(later('busy'))
      expect(ports.database.tables.passwordResets.size).toBe(0)
    }
    expect(await deliverPasswordReset(ports, asked(account))).toEqual(done)
    expect(await goodTokens(ports)).toEqual(['token-11'])
  })

  it('R57 R86 sends a mail that was perhaps taken once more and never again, each counted and audited', async () => {
    for (const jobOf of [asked, ordered]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports)
      const attempt = (isPerhapsDone: boolean) => {
        ports.mailer.answer({ kind: 'unknown', reason: 'silent' })
        return deliverPasswordReset(ports, jobOf(account), { isPerhapsDone, isAbandoned: false })
      }
      expect(await attempt(false)).toEqual({ ok: false, error: { code: 'mail.unknown', reason: 'silent' } })
      expect(await goodTokens(ports)).toEqual(tokensIn(ports))
      expect(await attempt(true)).toEqual(done)
      expect(tokensIn(ports)).toHaveLength(2)
      expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(1))
      expect(ports.database.tables.audit.size).toBe(jobOf === asked ? 2 : 0)
      for (let requests = 0; requests < 3; requests += 1) await deliverPasswordReset(ports, asked(account))
      expect(tokensIn(ports)).toHaveLength(3)
    }
  })

  it('R57 R86 sends no mail that was perhaps taken once more when there were enough, and its token stays good', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let requests = 0; requests < 2; requests += 1) await deliverPasswordReset(ports, asked(account))
    ports.mailer.answer({ kind: 'unknown', reason: 'silent' })
    await deliverPasswordReset(ports, asked(account))
    expect(await deliverPasswordReset(ports, asked(account), { isPerhapsDone: true, isAbandoned: false })).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(3)
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(2))
  })

  it('gives up what the mail server refuses for good, which counts for nothing', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    ports.mailer.answer({ kind: 'refused', reason: '550 no such user' })
    expect(await deliverPasswordReset(ports, asked(account))).toEqual(done)
    expect([ports.database.tables.passwordResets.size, ports.database.tables.audit.size]).toEqual([0, 0])
  })

  it('waits while no mail server is configured', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const outcome = await deliverPasswordReset({ ...ports, mailer: null }, asked(account))
    expect(outcome).toEqual(later('No mail server is configured.'))
    expect(ports.database.tables.passwordResets.size).toBe(0)
  })

  it('R86 sends one more mail at worst after a worker died, and the last token alone is good', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await expect(deliverPasswordReset(killed(ports), asked(account))).rejects.toThrow('killed')
    expect(await goodTokens(ports)).toEqual(tokensIn(ports))
    expect(await deliverPasswordReset(ports, asked(account))).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await goodTokens(ports)).toEqual(tokensIn(ports).slice(1))
  })

  it('R58 voids the token of before also when the mail with the next one cannot be sent now', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await deliverPasswordReset(ports, asked(account))
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    await deliverPasswordReset(ports, asked(account))
    expect(await goodTokens(ports)).toEqual([])
  })
})
