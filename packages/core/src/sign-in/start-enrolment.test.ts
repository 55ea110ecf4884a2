import { describe, expect, it } from 'vitest'
import {
  anOrigin,
  aChallengeIn,
  anEnrolledPersonIn,
  aPersonIn,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import { startEnrolment } from './start-enrolment.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const stage = 'second_factor_enrolment'

describe('startEnrolment', () => {
  it('R29 returns a secret, stores it encrypted for this account only, and enables nothing', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
    const enrolment = valueOf(
      await startEnrolment(ports, {
        origin: anOrigin,
        challenge: await aChallengeIn(ports, account, { stage }),
      }),
    )
    const holder = { email: 'ada@example.com', organisation: null }
    expect(enrolment.uri).toBe(ports.oneTimeCodes.uri(enrolment.secret, holder))
    const stored = ports.database.tables.accounts.get(account.id)
    const context = { purpose: 'mfa_secret', ownerId: account.id } as const
    expect(ports.cipher.decrypt(stored?.mfaSecret ?? '', context)).toBe(enrolment.secret)
    expect(stored).toEqual({ ...account, mfaSecret: stored?.mfaSecret })
  })

  it('replaces the secret on a second call with the same challenge', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const challenge = await aChallengeIn(ports, account, { stage })
    const [first, second] = [
      valueOf(await startEnrolment(ports, { origin: anOrigin, challenge })),
      valueOf(await startEnrolment(ports, { origin: anOrigin, challenge })),
    ]
    const stored = ports.database.tables.accounts.get(account.id)?.mfaSecret ?? ''
    expect(first.secret).not.toBe(second.secret)
    expect(ports.cipher.decrypt(stored, { purpose: 'mfa_secret', ownerId: account.id })).toBe(
      second.secret,
    )
  })

  it('R26 refuses a challenge that is of another stage, unknown or expired', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const [other, late] = [
      await aChallengeIn(ports, account),
      await aChallengeIn(ports, account, { stage }),
    ]
    for (const challenge of [other, 'token-0'])
      expect(await startEnrolment(ports, { origin: anOrigin, challenge })).toEqual(refused)
    ports.clock.advance(300_000)
    expect(await startEnrolment(ports, { origin: anOrigin, challenge: late })).toEqual(refused)
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })

  it('R30 never replaces an enabled second factor', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const challenge = await aChallengeIn(ports, account, { stage })
    expect(await startEnrolment(ports, { origin: anOrigin, challenge })).toEqual(refused)
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })
})
