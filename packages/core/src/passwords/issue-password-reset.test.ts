import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { accountBucket } from '../attempt-limits/attempt-limits.ts'
import { setForcedPassword } from '../sign-in/set-forced-password.ts'
import { signIn } from '../sign-in/sign-in.ts'
import {
  aDevice,
  anEnrolledPersonIn,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { permittedActs } from '../testing/builders/permitted-acts.ts'
import { issuePasswordReset, type IssuedPasswordReset } from './issue-password-reset.ts'

const mailless = (overrides: Partial<MemoryPorts> = {}) => {
  const ports = memoryPorts(overrides)
  return { ports, withoutMail: { ...ports, mailer: null } }
}

/** The issued temporary password. */
function shown(issued: IssuedPasswordReset) {
  if (issued.method !== 'temporary_password') throw new Error(`it was issued by ${issued.method}`)
  return issued
}
const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('issuePasswordReset with a mail server', () => {
  permittedActs('reset_password', (ports, actor, userId) =>
    issuePasswordReset(ports, { actor, userId }),
  )

  it('R58 queues an email, returns no secret, and changes nothing until the link is used', async () => {
    const ports = memoryPorts({ passwordHasher: busyPasswordHasher() })
    const [{ account }, { actor }] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    await aSessionIn(ports, account)
    expect(await issuePasswordReset(ports, { actor, userId: account.id })).toEqual({
      ok: true,
      value: { method: 'mail' },
    })
    const { accounts, audit, jobs, sessions } = ports.database.tables
    expect([...jobs.values()]).toEqual([{ kind: 'deliver_password_reset', userId: account.id }])
    expect([accounts.get(account.id), sessions.size]).toEqual([account, 1])
    const entry = {
      action: 'password.issue_reset',
      actorId: actor.userId,
      target: `user:${account.id}`,
      meta: { method: 'mail' },
    }
    expect([...audit.values()]).toMatchObject([entry])
  })

  it('refuses for a deactivated account', async () => {
    for (const isMailed of [true, false]) {
      const { ports, withoutMail } = mailless()
      const { account } = await aPersonIn(ports, { status: 'deactivated' })
      const outcome = await issuePasswordReset(isMailed ? ports : withoutMail, {
        actor: operator,
        userId: account.id,
      })
      expect(outcome).toEqual({ ok: false, error: { code: 'account.deactivated' } })
      expect([ports.database.tables.jobs.size, ports.database.tables.audit.size]).toEqual([0, 0])
    }
  })
})

describe('issuePasswordReset without a mail server', () => {
  permittedActs('reset_password', (ports, actor, userId) =>
    issuePasswordReset({ ...ports, mailer: null }, { actor, userId }),
  )

  it('R19 returns a temporary password that works for a day, and ends every session immediately', async () => {
    const { ports, withoutMail } = mailless()
    const { account } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    const { temporaryPassword, expiresAt } = shown(
      valueOf(await issuePasswordReset(withoutMail, { actor: operator, userId: account.id })),
    )
    expect(expiresAt).toEqual(new Date(ports.clock.now().getTime() + 24 * 3_600_000))
    const { accounts, sessions } = ports.database.tables
    expect(accounts.get(account.id)).toMatchObject({
      passwordHash: `hash of ${temporaryPassword}`,
      mustChangePassword: true,
      temporaryPasswordExpiresAt: expiresAt,
    })
    expect(sessions.size).toBe(0)
  })

  it('R31 R19 leads to the second factor and the password change, and opens no session by itself', async () => {
    const { ports, withoutMail } = mailless()
    const { account } = await anEnrolledPersonIn(ports)
    const issue = async () =>
      shown(valueOf(await issuePasswordReset(withoutMail, { actor: operator, userId: account.id })))
    const login = (password: string) =>
      signIn(ports, { ...aDevice, email: account.email, password, rememberMe: false })
    const [first, second] = [await issue(), await issue()]
    expect(await login(first.temporaryPassword)).toMatchObject({ ok: false })
    expect(valueOf(await login(second.temporaryPassword)).kind).toBe('second_factor')
    ports.clock.advance(24 * 3_600_000)
    expect(await login(second.temporaryPassword)).toMatchObject({ ok: false })
  })

  it('R19 stops working once the person sets a permanent password', async () => {
    const { ports, withoutMail } = mailless()
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const issued = shown(
      valueOf(await issuePasswordReset(withoutMail, { actor: operator, userId: account.id })),
    )
    const login = () =>
      signIn(ports, {
        ...aDevice,
        email: account.email,
        password: issued.temporaryPassword,
        rememberMe: false,
      })
    const step = valueOf(await login())
    if (step.kind !== 'password_change') throw new Error(step.kind)
    const newPassword = 'another horse battery'
    expect(
      await setForcedPassword(ports, { ...aDevice, challenge: step.challenge, newPassword }),
    ).toMatchObject({ ok: true })
    expect(await login()).toMatchObject({ ok: false })
  })

  it('R62 R19 is audited without the password, and stores it nowhere', async () => {
    const { ports, withoutMail } = mailless()
    const [{ account }, { actor }] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { role: 'Owner' }),
    ]
    const { temporaryPassword } = shown(
      valueOf(await issuePasswordReset(withoutMail, { actor, userId: account.id })),
    )
    const { audit, jobs } = ports.database.tables
    expect([...audit.values()]).toMatchObject([
      {
        action: 'password.issue_reset',
        actorId: actor.userId,
        meta: { method: 'temporary_password' },
      },
    ])
    expect(
      JSON.stringify([[...audit.values()], [...jobs.values()], ports.log.lines]),
    ).not.toContain(temporaryPassword)
  })

  it('R25 clears an exhausted attempt limit, but only when authorized', async () => {
    const { ports, withoutMail } = mailless()
    const { account, actor } = await aPersonIn(ports)
    const limit = { failuresMax: 1, windowSeconds: 900, firstDelaySeconds: 900, consecutiveMax: 1 }
    const take = () => ports.attemptLimits.take(accountBucket(account.id), limit)
    await take()
    await issuePasswordReset(withoutMail, { actor, userId: account.id })
    expect(await take()).toEqual({ allowed: false, retryAfterSeconds: null })
    await issuePasswordReset(withoutMail, { actor: operator, userId: account.id })
    expect(await take()).toMatchObject({ allowed: true })
  })

  it('returns the password that it stored although the attempts can no longer be cleared', async () => {
    const { ports, withoutMail } = mailless()
    const { account } = await aPersonIn(ports)
    const failing = { ...withoutMail, attemptLimits: { ...ports.attemptLimits, clear: away } }
    const { temporaryPassword } = shown(
      valueOf(await issuePasswordReset(failing, { actor: operator, userId: account.id })),
    )
    expect(ports.database.tables.accounts.get(account.id)).toMatchObject({
      passwordHash: `hash of ${temporaryPassword}`,
    })
  })

  it('R13 hashes nothing for an unauthorized actor', async () => {
    const { ports, withoutMail } = mailless({ passwordHasher: busyPasswordHasher() })
    const [{ account }, { actor }] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const outcome = await issuePasswordReset(withoutMail, { actor, userId: account.id })
    expect(outcome).toEqual({ ok: false, error: { code: 'account.forbidden' } })
  })

  it('R48 authorizes again after the hash', async () => {
    const { ports, withoutMail } = mailless()
    const [{ account }, { account: admin, actor }] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const hash = async (password: string) => {
      ports.database.tables.accounts.set(admin.id, { ...admin, role: 'Member' })
      return `hash of ${password}`
    }
    const racing = { ...withoutMail, passwordHasher: { ...ports.passwordHasher, hash } }
    const outcome = await issuePasswordReset(racing, { actor, userId: account.id })
    expect(outcome).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })
})
