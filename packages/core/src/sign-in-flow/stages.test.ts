import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { aDate, aDevice, anAccount, aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { advance, nextStage, openAtOnce, present } from './stages.ts'

describe('nextStage', () => {
  /** Every account, role aside, with a second factor passed or not, and what comes next. */
  const table = [
    ['plain', 'not passed', null, 'second_factor_enrolment'],
    ['plain', 'passed', null, 'second_factor_enrolment'],
    ['enrolled', 'not passed', 'second_factor', 'second_factor'],
    ['enrolled', 'passed', null, null],
    ['must change', 'not passed', 'password_change', 'password_change'],
    ['must change', 'passed', 'password_change', 'password_change'],
    ['enrolled, must change', 'not passed', 'second_factor', 'second_factor'],
    ['enrolled, must change', 'passed', 'password_change', 'password_change'],
  ] as const

  it.for(table)(
    'R30 R31 of an account that is %s, second factor %s: %s, and %s where one is required',
    ([kind, passed, free, required]) => {
      for (const role of roles) {
        const mfaEnabledAt = kind.startsWith('enrolled') ? aDate : null
        const account = anAccount({ role, mfaEnabledAt, mustChangePassword: kind.endsWith('must change') })
        const others = roles.filter((other) => other !== role)
        expect(nextStage(account, { mfaRequiredRoles: others }, passed === 'passed')).toBe(free)
        expect(nextStage(account, { mfaRequiredRoles: [role] }, passed === 'passed')).toBe(required)
      }
    },
  )

  it('R30 takes a secret without its first code for no second factor', () => {
    const enrolling = anAccount({ role: 'Owner', mfaSecret: 'a secret' })
    expect(nextStage(enrolling, { mfaRequiredRoles: ['Owner'] }, false)).toBe('second_factor_enrolment')
    expect(nextStage(enrolling, { mfaRequiredRoles: [] }, false)).toBeNull()
  })
})

describe('advance', () => {
  it('R26 makes a challenge of the next stage, bound to user and password epoch, that carries what was passed', async () => {
    for (const progress of [
      { secondFactorPassed: true, rememberMe: true },
      { secondFactorPassed: false, rememberMe: false },
    ]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { mustChangePassword: true, passwordEpoch: 7 })
      const { value } = await ports.transact(async (stores) => ok(await advance(ports, stores, account, progress, aDevice)))
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

  it('R62 audits that somebody has the password, without saying who that is', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { mustChangePassword: true })
    const progress = { secondFactorPassed: false, rememberMe: false }
    const { value } = await ports.transact(async (stores) => ok(await advance(ports, stores, account, progress, aDevice)))
    const entries = [...ports.database.tables.audit.values()]
    const meta = { stage: 'password_change' }
    expect(entries).toMatchObject([
      { action: 'sign_in.advance', actorId: null, sessionId: null, target: `user:${account.id}`, meta, ...aDevice.origin },
    ])
    expect(JSON.stringify(entries)).not.toContain('challenge' in value ? value.challenge : '')
  })

  it('R32 R62 audits which session of the browser the new one ends', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { session, refreshToken: previousRefreshToken } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    const progress = { secondFactorPassed: false, rememberMe: false }
    const from = { ...aDevice, previousRefreshToken }
    await ports.transact(async (stores) => ok(await advance(ports, stores, account, progress, from)))
    const [entry] = [...ports.database.tables.audit.values()]
    expect(entry).toMatchObject({ action: 'sign_in.succeed', meta: { previous_session_id: session.id } })
    expect(ports.database.tables.sessions.has(session.id)).toBe(false)
  })

  it('keeps of the device at most two hundred characters, none of them halved', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const from = { ...aDevice, device: `${'x'.repeat(199)}🙂` }
    await ports.transact(async (stores) =>
      ok(await advance(ports, stores, account, { secondFactorPassed: false, rememberMe: false }, from)),
    )
    expect([...ports.database.tables.sessions.values()][0]?.device).toBe(`${'x'.repeat(199)}\ufffd`)
  })
})

describe('openAtOnce', () => {
  it('opens the very session that advance opens, and null where advance must lead to another stage', async () => {
    const from = { ...aDevice, device: `${'x'.repeat(199)}🙂` }
    for (const overrides of [{ rememberMe: true }, { rememberMe: false }, { rememberMe: false, mustChangePassword: true }]) {
      const [ports, others] = [memoryPorts({ ids: { newId: () => 'an id' } }), memoryPorts({ ids: { newId: () => 'an id' } })]
      const { rememberMe, ...own } = overrides
      const { account } = await aPersonIn(ports, own)
      await aPersonIn(others, account)
      const opened = await openAtOnce(ports, { holder: account, taken: [], bucket: `account:${account.id}`, rememberMe }, from)
      const progress = { secondFactorPassed: false, rememberMe }
      const { value } = await others.transact(async (stores) => ok(await advance(others, stores, account, progress, from)))
      expect(value).toMatchObject(opened ?? { kind: 'password_change' })
      const { accounts, audit, sessions } = others.database.tables
      expect(ports.database.tables).toMatchObject({ accounts, sessions, audit: opened === null ? new Map() : audit })
    }
  })
})

describe('present', () => {
  it('R26 issues no token for a stage that is still to pass', async () => {
    const ports = memoryPorts()
    const next = { kind: 'second_factor', challenge: 'a challenge', expiresInSeconds: 300 } as const
    const untouched = {
      accessTokens: { ...ports.accessTokens, issue: () => expect.unreachable('issued an access token') },
      deviceTokens: { ...ports.deviceTokens, issue: () => expect.unreachable('issued a device token') },
      refreshTokens: { ...ports.refreshTokens, issue: () => expect.unreachable('issued a refresh token') },
    }
    expect(await present(untouched, next)).toBe(next)
  })
})
