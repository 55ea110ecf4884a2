import { describe, expect, it } from 'vitest'
import type { Anonymous } from '../model/actor.ts'
import { passwordExample } from '../credentials/password-policy.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import {
  aDevice,
  anInvitation,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  valueOf,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import { acceptInvitation } from './accept-invitation.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const command = { actor, name: 'Ada Lovelace', password: aPassword, from: aDevice }
const invalid = { ok: false, error: { code: 'account.token_invalid' } }

/** A sent invitation and its token. */
async function invitedIn(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const { plain: token, digest } = ports.secrets.newSecret()
  const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
  const invitation = anInvitation({ state: 'sent', tokenDigest: digest, expiresAt, ...overrides })
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  return { token, invitation }
}

const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('acceptInvitation', () => {
  it('R52 refuses and keeps the invitation when the address is taken on insert', async () => {
    const ports = memoryPorts()
    const { token, invitation } = await invitedIn(ports)
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({ ...stores, accounts: { ...stores.accounts, insert: async () => false } }),
      )
    expect(await acceptInvitation({ ...ports, transact }, { ...command, token })).toEqual(invalid)
    expect([...ports.database.tables.invitations.values()]).toEqual([invitation])
  })

  it('R52 creates an active account with the address and role of the invitation, once', async () => {
    const ports = memoryPorts()
    const { token, invitation } = await invitedIn(ports, { email: 'ada@example.com' })
    const { account } = valueOf(
      await acceptInvitation(ports, { ...command, token, name: ' Ada  Lovelace ' }),
    )
    const now = ports.clock.now()
    expect(account).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'Member',
      status: 'active',
      mustChangePassword: false,
      createdAt: now,
    })
    const { accounts, invitations } = ports.database.tables
    expect([...accounts.values()]).toEqual([
      { ...account, passwordHash: aPasswordHash, mfaSecret: null, lastSignInAt: now },
    ])
    expect(invitations.get(invitation.id)).toEqual({
      ...invitation,
      state: 'accepted',
      tokenDigest: null,
      acceptedAt: now,
    })
    expect(await acceptInvitation(ports, { ...command, token })).toEqual(invalid)
  })

  it('R62 is audited as the new person, without the token or the password', async () => {
    const ports = memoryPorts()
    const { token, invitation } = await invitedIn(ports, { role: 'Admin' })
    const { account } = valueOf(await acceptInvitation(ports, { ...command, token }))
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      {
        action: 'invitation.accept',
        actorId: account.id,
        target: `user:${account.id}`,
        meta: { invitation_id: invitation.id, role: 'Admin' },
      },
      { action: 'sign_in.advance', meta: { stage: 'second_factor_enrolment' } },
    ])
    expect(JSON.stringify([entries, ports.log.lines])).not.toMatch(/token-|horse/)
  })

  it('R31 leads a role that requires a second factor to enrolment without a session, and a Member to a session', async () => {
    for (const role of ['Owner', 'Admin'] as const) {
      const ports = memoryPorts()
      const { token } = await invitedIn(ports, { role })
      const { step } = valueOf(await acceptInvitation(ports, { ...command, token }))
      expect(step).toMatchObject({ kind: 'second_factor_enrolment', expiresInSeconds: 300 })
      expect(ports.database.tables.sessions.size).toBe(0)
    }
    const ports = memoryPorts()
    const { token } = await invitedIn(ports)
    const { account, step } = valueOf(await acceptInvitation(ports, { ...command, token }))
    expect(step).toMatchObject({ kind: 'signed_in', rememberMe: false })
    expect([...ports.database.tables.sessions.values()]).toMatchObject([
      { userId: account.id, device: aDevice.device },
    ])
  })

  it('R52 creates the account for one of twenty concurrent calls', async () => {
    const ports = memoryPorts()
    const { token } = await invitedIn(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => acceptInvitation(ports, { ...command, token })),
    )
    expect(outcomes.filter(({ ok: isOk }) => isOk)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
      Array.from({ length: 19 }, () => invalid),
    )
    expect(ports.database.tables.accounts.size).toBe(1)
  })

  it('R52 R13 refuses every invalid token in the same way, before a name or password is validated', async () => {
    const scorer = { score: () => Promise.reject(new Error('scored')) }
    const ports = memoryPorts({ passwordStrength: scorer, passwordHasher: watchedPasswordHasher() })
    const ofTakenAddress = await invitedIn(ports)
    await aPersonIn(ports, { email: ofTakenAddress.invitation.email, status: 'deactivated' })
    const invitedByFormerOwner = await invitedIn(ports, {
      role: 'Owner',
      invitedBy: (await aPersonIn(ports)).account.id,
    })
    const expired = await invitedIn(ports)
    ports.clock.advance(1_000)
    const settled = [
      await invitedIn(ports, { state: 'revoked' }),
      await invitedIn(ports, { state: 'accepted' }),
    ]
    const tokens = [ofTakenAddress, invitedByFormerOwner, expired, ...settled].map(
      ({ token }) => token,
    )
    for (const token of [...tokens, 'token-99', ''])
      expect(await acceptInvitation(ports, { ...command, token, name: '', password: 'x' })).toEqual(
        invalid,
      )
  })

  it('refuses an invalid name or password, and leaves the invitation open', async () => {
    const ports = memoryPorts()
    const { token, invitation } = await invitedIn(ports, { email: 'ada.lovelace@example.com' })
    const codeOf = async (overrides: Partial<typeof command>) => {
      const outcome = await acceptInvitation(ports, { ...command, token, ...overrides })
      return outcome.ok ? 'ok' : outcome.error.code
    }
    expect(await codeOf({ name: ' \u200b ' })).toBe('account.name_invalid')
    expect(await codeOf({ password: 'short' })).toBe('password.rejected')
    expect([...ports.database.tables.invitations.values()]).toEqual([invitation])
    expect(await codeOf({})).toBe('ok')
  })

  it('R13 validates twenty passwords for one token, then none for a while; an unavailable hasher costs none', async () => {
    const ports = memoryPorts()
    const { token } = await invitedIn(ports, { expiresAt: new Date('2099-01-01') })
    const unavailable = {
      hash: () => Promise.reject(new Unavailable('password hasher', 'Too many at once.')),
    }
    const busy = { ...ports, passwordHasher: { ...ports.passwordHasher, ...unavailable } }
    await expect(acceptInvitation(busy, { ...command, token })).rejects.toThrow(Unavailable)
    for (let time = 0; time < 20; time += 1)
      await acceptInvitation(ports, { ...command, token, password: 'short' })
    const refused = await acceptInvitation(ports, { ...command, token })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'password.guesses_exhausted', retryAfterSeconds: 60 },
    })
    ports.clock.advance(60_000)
    expect(await acceptInvitation(ports, { ...command, token })).toMatchObject({ ok: true })
  })

  it('creates the account although its attempts can no longer be settled', async () => {
    const ports = memoryPorts()
    const { token } = await invitedIn(ports)
    const attemptLimits = { ...ports.attemptLimits, clear: away, refund: away }
    expect(
      await acceptInvitation({ ...ports, attemptLimits }, { ...command, token }),
    ).toMatchObject({ ok: true })
  })

  it('R16 scores a password with the name and address as personal words', async () => {
    const words: (readonly string[])[] = []
    const passwordStrength = {
      score: async (_: string, personal: readonly string[]) => (words.push(personal), 4 as const),
    }
    const ports = memoryPorts({ passwordStrength })
    const { token } = await invitedIn(ports, { email: 'ada@example.com' })
    await acceptInvitation(ports, { ...command, token })
    expect(words).toEqual([['ken', passwordExample, 'Ada Lovelace', 'ada@example.com']])
  })

  it('R52 refuses when the address is taken while the password is hashed', async () => {
    const ports = memoryPorts()
    const { token, invitation } = await invitedIn(ports)
    const hash = async (password: string) => {
      await aPersonIn(ports, { email: invitation.email })
      return `hash of ${password}`
    }
    const racing = { ...ports, passwordHasher: { ...ports.passwordHasher, hash } }
    expect(await acceptInvitation(racing, { ...command, token })).toEqual(invalid)
    expect(ports.database.tables.accounts.size).toBe(1)
  })
})
