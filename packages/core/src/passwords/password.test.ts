import { describe, expect, it } from 'vitest'
import { ok } from '../result.ts'
import { aChallengeIn, aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { setPassword } from './password.ts'

describe('setPassword', () => {
  it('R19 stores a permanent password, counts it, and answers the account as it is now', async () => {
    const ports = memoryPorts()
    const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() + 1)
    const { account } = await aPersonIn(ports, { mustChangePassword: true, temporaryPasswordExpiresAt, passwordEpoch: 4 })
    const { value } = await ports.transact(async (stores) => ok(await setPassword(stores, account, 'a new hash', null)))
    expect(value).toEqual({
      ...account,
      passwordHash: 'a new hash',
      passwordEpoch: 5,
      mustChangePassword: false,
      temporaryPasswordExpiresAt: null,
      updatedAt: ports.clock.now(),
    })
    expect(ports.database.tables.accounts.get(account.id)).toEqual(value)
  })

  it('R42 voids every session but the one to keep, and every challenge, of this person alone', async () => {
    const ports = memoryPorts()
    const [{ account }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const [kept, foreign] = [await aSessionIn(ports, account), await aSessionIn(ports, other.account)]
    const foreignChallenge = await aChallengeIn(ports, other.account)
    await aSessionIn(ports, account)
    await aChallengeIn(ports, account)
    await ports.transact(async (stores) => ok(await setPassword(stores, account, 'a new hash', kept.session.id)))
    expect([...ports.database.tables.sessions.keys()]).toEqual([kept.session.id, foreign.session.id])
    const challenges = [...ports.database.tables.challenges.values()].map(({ digest }) => digest)
    expect(challenges).toEqual([ports.secrets.digest(foreignChallenge)])
  })
})
