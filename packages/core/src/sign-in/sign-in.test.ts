import { describe, expect, it } from 'vitest'
import { profileOf } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import {
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  memoryPorts,
  newId,
  valueOf,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import { recordRefusals } from './record-refusals.ts'
import { signIn, type SignIn } from './sign-in.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const aMember = { email: 'ada@example.com', passwordHash: aPasswordHash }
const attempt: SignIn = {
  ...aDevice,
  email: 'ada@example.com',
  password: aPassword,
  rememberMe: false,
}
const wrong: SignIn = { ...attempt, password: 'wrong horse battery' }

/** Signs in `count` times, each time from another network. */
async function signInFromEverywhere(ports: MemoryPorts, count: number, command: SignIn) {
  for (let position = 0; position < count; position += 1) {
    await signIn(ports, {
      ...command,
      origin: { ...anOrigin, address: `10.0.${position >> 8}.${position & 255}` },
    })
  }
}

describe('signIn', () => {
  it('opens a session with both tokens when no stage remains after the password', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    const step = valueOf(
      await signIn(ports, { ...attempt, rememberMe: true, device: 'x'.repeat(300) }),
    )
    const [session] = [...ports.database.tables.sessions.values()]
    const now = ports.clock.now()
    expect(session).toEqual({
      id: session?.id,
      userId: account.id,
      generation: 1,
      rotatedAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 30 * 86_400_000),
      device: 'x'.repeat(200),
      address: anOrigin.address,
      lastActiveAt: now,
      rememberMe: true,
    })
    expect(step).toEqual({
      kind: 'signed_in',
      account: { ...profileOf(account), lastSignInAt: now },
      accessToken: expect.any(String) as string,
      expiresInSeconds: 900,
      refreshToken: ports.refreshTokens.issue(session!.id, 1),
      deviceToken: ports.deviceTokens.issue({
        userId: account.id,
        deviceId: session!.id,
        passwordEpoch: account.passwordEpoch,
      }),
      rememberMe: true,
    })
    const access = await ports.accessTokens.verify(
      step.kind === 'signed_in' ? step.accessToken : '',
    )
    expect(access).toEqual({ userId: account.id, role: 'Member', sessionId: session?.id })
    expect(ports.database.tables.accounts.get(account.id)?.lastSignInAt).toEqual(now)
  })

  it('R62 audits the session, without the password or the tokens', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signIn(ports, wrong)
    const step = valueOf(await signIn(ports, attempt))
    const entries = [...ports.database.tables.audit.values()]
    const [sessionId] = [...ports.database.tables.sessions.keys()]
    expect(entries).toMatchObject([
      {
        action: 'sign_in.fail',
        outcome: 'failure',
        actorId: null,
        target: `user:${account.id}`,
        ...anOrigin,
      },
      {
        action: 'sign_in.succeed',
        outcome: 'success',
        actorId: account.id,
        target: `user:${account.id}`,
        sessionId,
        ...anOrigin,
      },
    ])
    const tokens = step.kind === 'signed_in' ? [step.accessToken, step.refreshToken] : []
    for (const secret of [...tokens, aPassword, wrong.password, 'hash of']) {
      expect(JSON.stringify([entries, ports.log.lines])).not.toContain(secret)
    }
  })
})

describe('refusals of signIn', () => {
  /** Sign-ins that are refused, by reason. */
  const classes: { readonly [reason: string]: (ports: MemoryPorts) => Promise<Partial<SignIn>> } = {
    unknown: async () => ({ email: 'unknown@example.com' }),
    'no address': async () => ({ email: 'no address' }),
    wrong: async (ports) => {
      await aPersonIn(ports, aMember)
      return { password: wrong.password }
    },
    deactivated: async (ports) => {
      await aPersonIn(ports, { ...aMember, status: 'deactivated' })
      return {}
    },
    'without a password': async (ports) => {
      await aPersonIn(ports, { ...aMember, passwordHash: null })
      return {}
    },
    'with an expired temporary password': async (ports) => {
      await aPersonIn(ports, {
        ...aMember,
        mustChangePassword: true,
        temporaryPasswordExpiresAt: ports.clock.now(),
      })
      return {}
    },
    'throttled by account': async (ports) => {
      await aPersonIn(ports, aMember)
      await signInFromEverywhere(ports, 10, wrong)
      return {}
    },
  }

  it.for(Object.entries(classes))(
    'R20 returns the same refusal after the same work: %s',
    async ([, prepare]) => {
      const passwordHasher = watchedPasswordHasher()
      const ports = memoryPorts({ passwordHasher })
      const command = { ...attempt, ...(await prepare(ports)) }
      const [verifiedBefore, auditedBefore] = [
        passwordHasher.verified.length,
        ports.database.tables.audit.size,
      ]
      expect(await signIn(ports, command)).toEqual(refused)
      expect(passwordHasher.verified.length - verifiedBefore).toBe(1)
      ports.clock.advance(900_000)
      await recordRefusals(ports)
      const audited = [...ports.database.tables.audit.values()].slice(auditedBefore)
      expect(audited).toMatchObject([{ action: 'sign_in.fail', outcome: 'failure' }])
      expect([ports.database.tables.sessions.size, ports.database.tables.challenges.size]).toEqual([
        0, 0,
      ])
    },
  )

  it('R15 returns the same refusal for an impossible password, and hashes nothing', async () => {
    const ports = memoryPorts({ passwordHasher: busyPasswordHasher() })
    await aPersonIn(ports, aMember)
    for (const password of ['x'.repeat(129), 'x'.repeat(100_000), '\ud800']) {
      expect(await signIn(ports, { ...attempt, password })).toEqual(refused)
    }
  })

  it('R15 accepts a password in any Unicode normal form', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { ...aMember, passwordHash: 'hash of caf\u00e9 au lait' })
    expect(await signIn(ports, { ...attempt, password: 'cafe\u0301 au lait' })).toMatchObject({
      ok: true,
    })
  })
})

describe('the next stage after signIn', () => {
  it('R26 opens no session and issues no token before the second factor, and stores no usable challenge', async () => {
    const ports = memoryPorts()
    const untouched = { ...ports.accessTokens, issue: () => Promise.reject(new Error('issued')) }
    await anEnrolledPersonIn(ports, aMember)
    const step = valueOf(await signIn({ ...ports, accessTokens: untouched }, attempt))
    expect(step).toEqual({
      kind: 'second_factor',
      challenge: expect.any(String) as string,
      expiresInSeconds: 300,
    })
    const { sessions, challenges, accounts } = ports.database.tables
    expect([sessions.size, challenges.size, [...accounts.values()][0]?.lastSignInAt]).toEqual([
      0,
      1,
      null,
    ])
    const stored = JSON.stringify([...challenges.values()].map((row) => ({ ...row, digest: '' })))
    expect(stored).not.toContain('challenge' in step ? step.challenge : '')
  })

  it('R30 leads to enrolment if the role requires a second factor, by the current settings', async () => {
    for (const required of [['Owner', 'Admin'], ['Member'], []] as const) {
      for (const role of ['Owner', 'Admin', 'Member'] as const) {
        const ports = memoryPorts()
        await ports.transact(async ({ settings }) =>
          ok(await settings.update({ mfaRequiredRoles: required })),
        )
        await aPersonIn(ports, { ...aMember, role })
        const isRequired = required.some((named) => named === role)
        const step = valueOf(await signIn(ports, attempt))
        expect(step.kind).toBe(isRequired ? 'second_factor_enrolment' : 'signed_in')
        expect(ports.database.tables.sessions.size).toBe(isRequired ? 0 : 1)
      }
    }
  })

  it('R19 R31 leads from a temporary password to the password change after the second factor, without a session', async () => {
    const overrides = {
      ...aMember,
      mustChangePassword: true,
      temporaryPasswordExpiresAt: new Date('2030-01-01T00:00:00.001Z'),
    }
    for (const { open, kind } of [
      { open: aPersonIn, kind: 'password_change' },
      { open: anEnrolledPersonIn, kind: 'second_factor' },
    ] as const) {
      const ports = memoryPorts()
      await open(ports, overrides)
      expect(valueOf(await signIn(ports, attempt)).kind).toBe(kind)
      expect(ports.database.tables.sessions.size).toBe(0)
      ports.clock.advance(1)
      expect(await signIn(ports, attempt)).toEqual(refused)
    }
  })
})

describe('signIn and the previous session', () => {
  it("R32 ends the browser's previous session and opens a new one", async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    const [previous, other] = [await aSessionIn(ports, account), await aSessionIn(ports, account)]
    valueOf(await signIn(ports, { ...attempt, previousRefreshToken: previous.refreshToken }))
    const sessions = [...ports.database.tables.sessions.keys()]
    expect([
      sessions.length,
      sessions.includes(previous.session.id),
      sessions.includes(other.session.id),
    ]).toEqual([2, false, true])
  })

  it('R32 never adopts a planted token of another person', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    const other = await aPersonIn(ports)
    const planted = await aSessionIn(ports, other.account)
    const step = valueOf(
      await signIn(ports, { ...attempt, previousRefreshToken: planted.refreshToken }),
    )
    expect(step).toMatchObject({
      kind: 'signed_in',
      refreshToken: expect.not.stringContaining(planted.session.id) as string,
    })
    const presented = planted.refreshToken
    expect(await refreshSession(ports, { ...aDevice, presented })).toEqual({
      ok: false,
      error: { code: 'session.refused' },
    })
  })

  it("R42 revokes another person's link code, which may have been created in the session it ends", async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    const { account: other } = await aPersonIn(ports)
    const expiresAt = new Date(ports.clock.now().getTime() + 600_000)
    const codesAfterReplacing = async (owner: typeof account) => {
      await ports.transact(async ({ linkCodes }) => {
        for (const { id } of [account, other])
          await linkCodes.replace(id, { digest: `code of ${id}`, source: null, expiresAt })
        return ok(null)
      })
      const { refreshToken: previousRefreshToken } = await aSessionIn(ports, owner)
      valueOf(await signIn(ports, { ...attempt, previousRefreshToken }))
      return [...ports.database.tables.linkCodes.keys()]
    }
    expect(await codesAfterReplacing(account)).toEqual([account.id, other.id])
    expect(await codesAfterReplacing(other)).toEqual([account.id])
  })

  it('R32 ignores a token that belongs to no live session', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    for (const previousRefreshToken of [
      '',
      'refresh',
      ports.refreshTokens.issue(newId() as Parameters<typeof ports.refreshTokens.issue>[0], 1),
    ]) {
      expect(await signIn(ports, { ...attempt, previousRefreshToken })).toMatchObject({ ok: true })
    }
  })

  it('R32 ends no session if the password is wrong or a stage remains', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports, aMember)
    const { refreshToken: previousRefreshToken } = await aSessionIn(ports, account)
    await signIn(ports, { ...wrong, previousRefreshToken })
    await signIn(ports, { ...attempt, previousRefreshToken })
    expect(ports.database.tables.sessions.size).toBe(1)
  })
})
