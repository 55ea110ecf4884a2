import {
  changeEmail,
  deactivateAccount,
  deliverPasswordReset,
  operator,
  refreshSession,
  resetPassword,
  signIn,
} from '@ken/core'
import type { Account, JobOf } from '@ken/core/ports'
import {
  aDevice,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'
import { uuidSecrets } from './uuid-secrets.ts'

type World = ReturnType<typeof postgresPorts>

const rounds = 5
const actor = { kind: 'anonymous', via: 'web', ...anOrigin } as const
const newPassword = 'another horse battery'
const countOk = (outcomes: readonly { readonly ok: boolean }[]): number =>
  outcomes.filter(({ ok }) => ok).length
const atOnce = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))

async function withLink(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  return { account, token: await aPasswordResetIn(ports, account) }
}

const passwordOf = async ({ transact }: MemoryPorts, { id }: Account) =>
  (
    await transact(async ({ accounts }) => ({
      ok: true,
      value: (await accounts.find(id))?.passwordHash,
    }))
  ).value

/**
 * What reset links guarantee on a shared database, where the order of locks matters. `open` returns
 * an empty database.
 */
export function passwordResetRaces(name: string, open: () => Promise<World>): void {
  const world = async () => memoryPorts({ ...(await open()), secrets: uuidSecrets })

  describe(`Reset links on a shared database: ${name}`, () => {
    it('R58 lets one of twenty concurrent calls set a password', async () => {
      for (let round = 0; round < 2; round += 1) {
        const ports = await world()
        const { account, token } = await withLink(ports)
        const passwords = Array.from(
          { length: 20 },
          (_, position) => `horse battery number ${position}`,
        )
        const outcomes = await atOnce(20, (position) =>
          resetPassword(ports, { actor, token, newPassword: passwords[position]! }),
        )
        expect(countOk(outcomes)).toBe(1)
        const set = passwords[outcomes.findIndex(({ ok }) => ok)]!
        expect(await passwordOf(ports, account)).toBe(`hash of ${set}`)
      }
    })

    it('R57 leaves three emails and one valid token after a hundred concurrent requests', async () => {
      const ports = await world()
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const job: JobOf<'deliver_password_reset'> = {
        kind: 'deliver_password_reset',
        email: account.email,
        origin: anOrigin,
      }
      expect(countOk(await atOnce(100, () => deliverPasswordReset(ports, job)))).toBe(100)
      const tokens = ports.mailer.sent.flatMap((mail) =>
        mail.kind === 'password_reset' ? [mail.token] : [],
      )
      expect(tokens).toHaveLength(3)
      const outcomes = await atOnce(3, (position) =>
        resetPassword(ports, { actor, token: tokens[position]!, newPassword }),
      )
      expect(countOk(outcomes)).toBe(1)
    })

    it('R42 leaves no earlier session, despite concurrent refreshes and sign-ins with the old password', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ports = await world()
        const { account, token } = await withLink(ports)
        const { refreshToken: presented } = await aSessionIn(ports, account)
        const credentials = { email: account.email, password: aPassword, rememberMe: false }
        const [reset] = await Promise.all([
          resetPassword(ports, { actor, token, newPassword }),
          ...Array.from({ length: 5 }, () =>
            refreshSession(ports, { presented, origin: anOrigin, device: '' }),
          ),
          ...Array.from({ length: 5 }, () => signIn(ports, { ...aDevice, ...credentials })),
        ])
        expect(reset.ok).toBe(true)
        const left = await ports.transact(async ({ sessions }) => ({
          ok: true,
          value: await sessions.listByUser(account.id, { after: null, limit: 100 }),
        }))
        expect(left.value).toEqual([])
      }
    })

    it('R58 sets no password after the account was deactivated or its address changed, in either order', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ports = await world()
        const { account, token } = await withLink(ports)
        const { id: userId } = account
        const shut =
          round % 2 === 0
            ? () => deactivateAccount(ports, { actor: operator, userId })
            : () => changeEmail(ports, { actor: operator, userId, email: 'new@example.com' })
        const [done, ...resets] = await Promise.all([
          shut(),
          ...Array.from({ length: 5 }, () => resetPassword(ports, { actor, token, newPassword })),
        ])
        expect(done.ok).toBe(true)
        expect(countOk(resets)).toBeLessThanOrEqual(1)
        const set = countOk(resets) === 1 ? `hash of ${newPassword}` : aPasswordHash
        expect(await passwordOf(ports, account)).toBe(set)
        expect(
          await resetPassword(ports, { actor, token, newPassword: 'yet another horse' }),
        ).toMatchObject({ ok: false })
      }
    })
  })
}
