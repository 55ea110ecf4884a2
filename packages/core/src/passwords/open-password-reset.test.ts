import { describe, expect, it } from 'vitest'
import { changeEmail } from '../accounts/change-email.ts'
import { deactivateAccount } from '../accounts/access/deactivate-account.ts'
import { deleteAccount } from '../accounts/access/delete-account.ts'
import { reactivateAccount } from '../accounts/access/reactivate-account.ts'
import type { Account } from '../model/accounts/account.ts'
import { operator, type Anonymous } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { setForcedPassword } from '../sign-in/set-forced-password.ts'
import {
  aChallengeIn,
  aDevice,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPerson,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { changePassword } from './change-password.ts'
import { issuePasswordReset } from './issue-password-reset.ts'
import { openPasswordReset } from './open-password-reset.ts'
import { passwordResetLifetimeSeconds } from '../model/passwords/password-reset.ts'
import { resetPassword } from './reset-password.ts'

const open = async (ports: MemoryPorts, token: string) =>
  (await ports.transact(async (stores) => ok(await openPasswordReset(ports, stores, token)))).value

describe('openPasswordReset', () => {
  it('R58 returns the account of the token for an hour', async () => {
    const ports = memoryPorts()
    const [one, other] = [(await aPersonIn(ports)).account, (await aPersonIn(ports)).account]
    const tokens = [await aPasswordResetIn(ports, one), await aPasswordResetIn(ports, other)]
    ports.clock.advance(passwordResetLifetimeSeconds * 1_000 - 1)
    for (const [position, account] of [one, other].entries())
      expect(await open(ports, tokens[position]!)).toMatchObject({
        account,
        reset: { userId: account.id },
      })
    ports.clock.advance(1)
    for (const token of tokens) expect(await open(ports, token)).toBeNull()
  })

  it('R58 R35 returns null for a value that is not a token', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const token = await aPasswordResetIn(ports, account)
    const [row] = [...ports.database.tables.passwordResets.values()]
    const others = [
      '',
      ` ${token}`,
      `${token}0`,
      row!.digest!,
      row!.reset.id,
      account.id,
      await aChallengeIn(ports, account),
    ]
    for (const other of others) expect(await open(ports, other)).toBeNull()
    expect(await open(ports, token)).not.toBeNull()
  })

  it('reads the reset again after it locks the account', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const token = await aPasswordResetIn(ports, account)
    const { value } = await ports.transact(async (stores) => {
      const lockAccount: typeof stores.lockAccount = async (id) => {
        await stores.passwordResets.revokeAll(id)
        return stores.lockAccount(id)
      }
      return ok(await openPasswordReset(ports, { ...stores, lockAccount }, token))
    })
    expect(value).toBeNull()
  })
})

/** An event that voids earlier links. */
type Event = (ports: MemoryPorts, account: Account, token: string) => Promise<unknown>

const anonymous: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const newPassword = 'another horse battery'
const byOperator = ({ id: userId }: Account) => ({ actor: operator, userId })

const events: { readonly [name: string]: Event } = {
  'a password change': async (ports, account) => {
    const { actor } = await aSessionIn(ports, account)
    return valueOf(await changePassword(ports, { actor, currentPassword: aPassword, newPassword }))
  },
  'a forced password change': async (ports, account) => {
    const challenge = await aChallengeIn(ports, account, { stage: 'password_change' })
    return valueOf(await setForcedPassword(ports, { ...aDevice, challenge, newPassword }))
  },
  'a password reset': async (ports, _account, token) =>
    valueOf(await resetPassword(ports, { actor: anonymous, token, newPassword })),
  'a temporary password': (ports, account) =>
    issuePasswordReset({ ...ports, mailer: null }, byOperator(account)),
  'a change of address, even when it is changed back': async (ports, account) => {
    valueOf(await changeEmail(ports, { ...byOperator(account), email: 'new@example.com' }))
    valueOf(await changeEmail(ports, { ...byOperator(account), email: account.email }))
  },
  'a deactivation': async (ports, account) =>
    valueOf(await deactivateAccount(ports, byOperator(account))),
  'a deactivation that is reversed': async (ports, account) => {
    valueOf(await deactivateAccount(ports, byOperator(account)))
    valueOf(await reactivateAccount(ports, byOperator(account)))
  },
  'a deletion': async (ports, account) => valueOf(await deleteAccount(ports, byOperator(account))),
  'a newer link': (ports, account) => aPasswordResetIn(ports, account),
}

describe('a reset link', () => {
  it.each(Object.entries(events))(
    'R58 is void after %s of the same person only',
    async (_name, event) => {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const other = (await aPersonIn(ports)).account
      const [token, foreign] = [
        await aPasswordResetIn(ports, account),
        await aPasswordResetIn(ports, other),
      ]
      expect(await open(ports, token)).not.toBeNull()
      await event(ports, account, token)
      expect(await open(ports, token)).toBeNull()
      expect(await open(ports, foreign)).toMatchObject({ account: other })
    },
  )

  it('R58 stays valid after refused acts', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const token = await aPasswordResetIn(ports, account)
    const actor = aPerson((await aPersonIn(ports)).account)
    await changePassword(ports, { actor: aPerson(account), currentPassword: 'wrong', newPassword })
    await changeEmail(ports, { actor, userId: account.id, email: 'new@example.com' })
    await deactivateAccount(ports, { actor, userId: account.id })
    await resetPassword(ports, { actor: anonymous, token, newPassword: 'Short7!' })
    expect(await open(ports, token)).not.toBeNull()
  })
})
