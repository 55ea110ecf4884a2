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

const requested = ({ email }: { readonly email: string }): DeliverPasswordReset => ({
  kind: 'deliver_password_reset',
  email: email as Email,
  origin: anOrigin,
})
const ordered = ({ id: userId }: Pick<Account, 'id'>): DeliverPasswordReset => ({
  kind: 'deliver_password_reset',
  userId,
})

const tokensIn = ({ mailer }: MemoryPorts): readonly string[] =>
  mailer.sent.flatMap((mail) => (mail.kind === 'password_reset' ? [mail.token] : []))

/** The valid tokens among all that were emailed. */
async function validTokens(ports: MemoryPorts): Promise<readonly string[]> {
  const valid: string[] = []
  for (const token of tokensIn(ports)) {
    const { value: open } = await ports.transact(async (stores) =>
      ok(await openPasswordReset(ports, stores, token)),
    )
    if (open !== null) valid.push(token)
  }
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

describe('deliverPasswordReset', () => {
  it('R57 R58 emails the stored address a token that is valid for an hour', async () => {
    for (const jobOf of [requested, ordered]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
      ports.clock.advance(hour)
      const expiresAt = new Date(ports.clock.now().getTime() + hour)
      expect(await deliverPasswordReset(ports, jobOf(account))).toEqual(done)
      const token = expect.stringMatching(/^token-/) as string
      const to = { address: account.email, name: account.name }
      expect(ports.mailer.sent).toEqual([{ kind: 'password_reset', to, token, expiresAt }])
      ports.clock.advance(hour - 1)
      expect(await validTokens(ports)).toHaveLength(1)
      ports.clock.advance(1)
      expect(await validTokens(ports)).toEqual([])
    }
  })

  it('R57 sends no email for an unknown address or a deactivated or deleted account', async () => {
    const ports = memoryPorts()
    const { account: gone } = await aPersonIn(ports, { status: 'deactivated' })
    const jobs = [
      requested({ email: 'unknown@example.com' }),
      requested(gone),
      ordered(gone),
      ordered({ id: newId() as Account['id'] }),
    ]
    for (const job of jobs) expect(await deliverPasswordReset(ports, job)).toEqual(done)
    expect([ports.mailer.sent.length, ports.database.tables.passwordResets.size]).toEqual([0, 0])
  })

  it('R58 sends no email to a former address of the account, even if it changes during the job', async () => {
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
    expect(await deliverPasswordReset({ ...ports, transact }, requested(account))).toEqual(done)
    await changeEmail(ports, { actor: operator, userId: account.id, email: 'newer@example.com' })
    expect(await deliverPasswordReset(ports, requested(account))).toEqual(done)
    expect(ports.mailer.sent).toEqual([])
  })

  it('R57 sends at most three requested emails an hour, and keeps the last token valid', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => deliverPasswordReset(ports, requested(account))),
    )
    expect(outcomes).toEqual(Array.from({ length: 100 }, () => done))
    expect(tokensIn(ports)).toHaveLength(3)
    expect(await validTokens(ports)).toHaveLength(1)
    ports.clock.advance(hour)
    await deliverPasswordReset(ports, requested(account))
    expect(tokensIn(ports)).toHaveLength(4)
  })

  it('R25 sends what an administrator ordered, regardless of earlier requests', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let count = 0; count < 5; count += 1) await deliverPasswordReset(ports, requested(account))
    await deliverPasswordReset(ports, ordered(account))
    expect(tokensIn(ports)).toHaveLength(4)
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(3))
  })

  it('R62 audits one sent link with the origin of the request, without the token', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    for (const job of [requested(account), requested(account), ordered(account)])
      await deliverPasswordReset(ports, job)
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      {
        action: 'password.request_reset',
        actorId: null,
        target: `user:${account.id}`,
        outcome: 'success',
        ...anOrigin,
      },
    ])
    expect(JSON.stringify([entries, ports.log.lines])).not.toContain('token-')
  })
})

describe('deliverPasswordReset, when the mail server or a worker fails', () => {
  it('R86 retries a deferred email with a new token, any number of times', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let tries = 0; tries < 10; tries += 1) {
      ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
      expect(await deliverPasswordReset(ports, requested(account))).toEqual(later('busy'))
      expect(ports.database.tables.passwordResets.size).toBe(0)
    }
    expect(await deliverPasswordReset(ports, requested(account))).toEqual(done)
    expect(await validTokens(ports)).toEqual(['token-11'])
  })

  it('R57 R86 resends an email of unknown outcome once and never again, and counts and audits both', async () => {
    for (const jobOf of [requested, ordered]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports)
      const attempt = (mayBeDone: boolean) => {
        ports.mailer.answer({ kind: 'unknown', reason: 'silent' })
        return deliverPasswordReset(ports, jobOf(account), { mayBeDone, isAbandoned: false })
      }
      expect(await attempt(false)).toEqual({
        ok: false,
        error: { code: 'mail.unknown', reason: 'silent' },
      })
      expect(await validTokens(ports)).toEqual(tokensIn(ports))
      expect(await attempt(true)).toEqual(done)
      expect(tokensIn(ports)).toHaveLength(2)
      expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(1))
      expect(ports.database.tables.audit.size).toBe(jobOf === requested ? 2 : 0)
      for (let requests = 0; requests < 3; requests += 1)
        await deliverPasswordReset(ports, requested(account))
      expect(tokensIn(ports)).toHaveLength(3)
    }
  })

  it('R57 R86 does not resend an email of unknown outcome at the limit, and keeps its token valid', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let requests = 0; requests < 2; requests += 1)
      await deliverPasswordReset(ports, requested(account))
    ports.mailer.answer({ kind: 'unknown', reason: 'silent' })
    await deliverPasswordReset(ports, requested(account))
    expect(
      await deliverPasswordReset(ports, requested(account), {
        mayBeDone: true,
        isAbandoned: false,
      }),
    ).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(3)
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(2))
  })

  it('drops an email that the mail server rejects, without counting it', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    ports.mailer.answer({ kind: 'refused', reason: '550 no such user' })
    expect(await deliverPasswordReset(ports, requested(account))).toEqual(done)
    expect([ports.database.tables.passwordResets.size, ports.database.tables.audit.size]).toEqual([
      0, 0,
    ])
  })

  it('waits while no mail server is configured', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const outcome = await deliverPasswordReset({ ...ports, mailer: null }, requested(account))
    expect(outcome).toEqual(later('No mail server is configured.'))
    expect(ports.database.tables.passwordResets.size).toBe(0)
  })

  it('R86 sends at most one more email after a worker crashed, and only the last token works', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await expect(deliverPasswordReset(killed(ports), requested(account))).rejects.toThrow('killed')
    expect(await validTokens(ports)).toEqual(tokensIn(ports))
    expect(await deliverPasswordReset(ports, requested(account))).toEqual(done)
    expect(tokensIn(ports)).toHaveLength(2)
    expect(await validTokens(ports)).toEqual(tokensIn(ports).slice(1))
  })

  it('R58 voids the previous token even when the next email is deferred', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await deliverPasswordReset(ports, requested(account))
    ports.mailer.answer({ kind: 'deferred', reason: 'busy' })
    await deliverPasswordReset(ports, requested(account))
    expect(await validTokens(ports)).toEqual([])
  })
})
