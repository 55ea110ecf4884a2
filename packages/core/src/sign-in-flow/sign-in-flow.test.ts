import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { aDate, aDevice, anAccount, aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { advance, nextStage, openSessionDirectly, issueTokens } from './sign-in-flow.ts'

describe('nextStage', () => {
  const [enrolment, factor, change] = [
    'second_factor_enrolment',
    'second_factor',
    'password_change',
  ] as const
  /** The next stage of each kind of account: with a role that does not require a second factor, and with one that does. */
  const cases = [
    { enrolled: false, mustChange: false, passed: false, optional: null, required: enrolment },
    { enrolled: false, mustChange: false, passed: true, optional: null, required: enrolment },
    { enrolled: true, mustChange: false, passed: false, optional: factor, required: factor },
    { enrolled: true, mustChange: false, passed: true, optional: null, required: null },
    { enrolled: false, mustChange: true, passed: false, optional: change, required: change },
    { enrolled: false, mustChange: true, passed: true, optional: change, required: change },
    { enrolled: true, mustChange: true, passed: false, optional: factor, required: factor },
    { enrolled: true, mustChange: true, passed: true, optional: change, required: change },
  ]

  it.for(cases)(
    'R30 R31 enrolled $enrolled, password change forced $mustChange, second factor passed $passed: $optional, or $required if the role requires one',
    ({ enrolled, mustChange, passed, optional, required }) => {
      for (const role of roles) {
        const mfaEnabledAt = enrolled ? aDate : null
        const account = anAccount({ role, mfaEnabledAt, mustChangePassword: mustChange })
        const others = roles.filter((other) => other !== role)
        expect(nextStage(account, { mfaRequiredRoles: others }, passed)).toBe(optional)
        expect(nextStage(account, { mfaRequiredRoles: [role] }, passed)).toBe(required)
      }
    },
  )

  it('R30 does not count a secret without its first code as a second factor', () => {
    const enrolling = anAccount({ role: 'Owner', mfaSecret: 'a secret' })
    expect(nextStage(enrolling, { mfaRequiredRoles: ['Owner'] }, false)).toBe(
      'second_factor_enrolment',
    )
    expect(nextStage(enrolling, { mfaRequiredRoles: [] }, false)).toBeNull()
  })
})

describe('advance', () => {
  it('R26 creates a challenge for the next stage, bound to the account and password epoch, with the progress so far', async () => {
    for (const progress of [
      { secondFactorPassed: true, rememberMe: true },
      { secondFactorPassed: false, rememberMe: false },
    ]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { mustChangePassword: true, passwordEpoch: 7 })
      const { value } = await ports.transact(async (stores) =>
        ok(await advance(ports, stores, account, progress, aDevice)),
      )
      const [row] = [...ports.database.tables.challenges.values()]
      expect(row).toEqual({
        digest: ports.secrets.digest('challenge' in value ? value.challenge : ''),
        tries: 0,
        challenge: {
          id: row?.challenge.id,
          userId: account.id,
          stage: 'password_change',
          passwordEpoch: 7,
          expiresAt: new Date(ports.clock.now().getTime() + 300_000),
          ...progress,
        },
      })
      expect(ports.database.tables.sessions.size).toBe(0)
    }
  })

  it('R62 audits the verified password with no actor, because the caller is not yet identified', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { mustChangePassword: true })
    const progress = { secondFactorPassed: false, rememberMe: false }
    const { value } = await ports.transact(async (stores) =>
      ok(await advance(ports, stores, account, progress, aDevice)),
    )
    const entries = [...ports.database.tables.audit.values()]
    const meta = { stage: 'password_change' }
    expect(entries).toMatchObject([
      {
        action: 'sign_in.advance',
        actorId: null,
        sessionId: null,
        target: `user:${account.id}`,
        meta,
        ...aDevice.origin,
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('challenge' in value ? value.challenge : '')
  })

  it("R32 R62 ends the browser's previous session and names it in the audit entry", async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { session, refreshToken: previousRefreshToken } = await aSessionIn(
      ports,
      (await aPersonIn(ports)).account,
    )
    const progress = { secondFactorPassed: false, rememberMe: false }
    const from = { ...aDevice, previousRefreshToken }
    await ports.transact(async (stores) =>
      ok(await advance(ports, stores, account, progress, from)),
    )
    const [entry] = [...ports.database.tables.audit.values()]
    expect(entry).toMatchObject({
      action: 'sign_in.succeed',
      meta: { previous_session_id: session.id },
    })
    expect(ports.database.tables.sessions.has(session.id)).toBe(false)
  })

  it('keeps at most 200 characters of the device name and no half of a surrogate pair', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const from = { ...aDevice, device: `${'x'.repeat(199)}🙂` }
    await ports.transact(async (stores) =>
      ok(
        await advance(
          ports,
          stores,
          account,
          { secondFactorPassed: false, rememberMe: false },
          from,
        ),
      ),
    )
    expect([...ports.database.tables.sessions.values()][0]?.device).toBe(`${'x'.repeat(199)}\ufffd`)
  })
})

describe('openSessionDirectly', () => {
  it('opens the same session as advance, or returns null where advance opens another stage', async () => {
    const from = { ...aDevice, device: `${'x'.repeat(199)}🙂` }
    for (const overrides of [
      { rememberMe: true },
      { rememberMe: false },
      { rememberMe: false, mustChangePassword: true },
    ]) {
      const [ports, others] = [
        memoryPorts({ ids: { newId: () => 'an id' } }),
        memoryPorts({ ids: { newId: () => 'an id' } }),
      ]
      const { rememberMe, ...own } = overrides
      const { account } = await aPersonIn(ports, own)
      await aPersonIn(others, account)
      const opened = await openSessionDirectly(
        ports,
        {
          holder: { ...account, hasJustSignedIn: false },
          takenFrom: [],
          bucket: `account:${account.id}`,
          rememberMe,
        },
        from,
      )
      const progress = { secondFactorPassed: false, rememberMe }
      const { value } = await others.transact(async (stores) =>
        ok(await advance(others, stores, account, progress, from)),
      )
      expect(value).toMatchObject(opened ?? { kind: 'password_change' })
      const { accounts, audit, sessions } = others.database.tables
      expect(ports.database.tables).toMatchObject({
        accounts,
        sessions,
        audit: opened === null ? new Map() : audit,
      })
    }
  })
})

describe('issueTokens', () => {
  it('R26 issues no token while a stage remains', async () => {
    const ports = memoryPorts()
    const next = { kind: 'second_factor', challenge: 'a challenge', expiresInSeconds: 300 } as const
    const untouched = {
      accessTokens: {
        ...ports.accessTokens,
        issue: () => expect.unreachable('issued an access token'),
      },
      deviceTokens: {
        ...ports.deviceTokens,
        issue: () => expect.unreachable('issued a device token'),
      },
      refreshTokens: {
        ...ports.refreshTokens,
        issue: () => expect.unreachable('issued a refresh token'),
      },
    }
    expect(await issueTokens(untouched, next)).toBe(next)
  })
})
