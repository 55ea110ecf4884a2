import {
  changePassword,
  operator,
  refreshSession,
  resetSecondFactor,
  signIn,
  verifySecondFactor,
} from '@ken/core'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  anyEntry,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  watchedPasswordHasher,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { Database, postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts> & Pick<Database, 'query'>

const atOnce = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))
const countOk = (outcomes: readonly { readonly ok: boolean }[]): number =>
  outcomes.filter(({ ok }) => ok).length

/**
 * What a sign-in guarantees on a shared database, where the order of locks matters. `open` returns
 * an empty database.
 */
export function signInRaces(name: string, open: () => Promise<World>): void {
  const world = async (overrides: Partial<MemoryPorts> = {}) =>
    memoryPorts({ ...(await open()), ...overrides })
  describe(`Sign-in on a shared database: ${name}`, () => {
    describe('second factors', () => {
      it('R26 accepts a challenge once, and five concurrent uses never deadlock', async () => {
        const ports = await world()
        const { account, code } = await anEnrolledPersonIn(ports)
        for (let round = 0; round < 5; round += 1) {
          ports.clock.advance(60_000)
          const challenge = await aChallengeIn(ports, account)
          const outcomes = await atOnce(5, () =>
            verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } }),
          )
          expect(countOk(outcomes)).toBe(1)
        }
      })

      it('R27 R28 lets one code and one recovery code sign in once, of nine concurrent sign-ins', async () => {
        for (const isCode of [true, false]) {
          const ports = await world()
          const { account, code, recoveryCodes } = await anEnrolledPersonIn(ports)
          const proof = isCode ? { code: code() } : { recoveryCode: recoveryCodes[0]! }
          const challenges = await atOnce(9, () => aChallengeIn(ports, account))
          const outcomes = await atOnce(9, (position) =>
            verifySecondFactor(ports, { ...aDevice, challenge: challenges[position]!, proof }),
          )
          expect(countOk(outcomes)).toBe(1)
        }
      })
    })
    describe('changes', () => {
      it('R42 leaves no session from before a password change, despite concurrent refreshes and sign-ins', async () => {
        for (let round = 0; round < 5; round += 1) {
          const ports = await world()
          const { account, code } = await anEnrolledPersonIn(ports)
          const [current, other] = [
            await aSessionIn(ports, account),
            await aSessionIn(ports, account),
          ]
          const challenges = await atOnce(4, () => aChallengeIn(ports, account))
          const refresh = (presented: string) =>
            refreshSession(ports, { presented, origin: anOrigin, device: '' })
          await Promise.all([
            ...challenges.map((challenge) =>
              verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } }),
            ),
            ...Array.from({ length: 5 }, () => refresh(other.refreshToken)),
            changePassword(ports, {
              actor: current.actor,
              currentPassword: aPassword,
              newPassword: 'another horse battery',
            }),
          ])
          const left = await ports.transact(async ({ sessions }) => ({
            ok: true,
            value: await sessions.listByUser(account.id, { after: null, limit: 100 }),
          }))
          expect(left.value.map(({ id }) => id)).toEqual([current.session.id])
          for (const generation of [1, 2, 3]) {
            expect(
              await refresh(ports.refreshTokens.issue(other.session.id, generation)),
            ).toMatchObject({ ok: false })
          }
        }
      })

      it('R42 leaves no session and no challenge from before a second factor was cleared', async () => {
        for (let round = 0; round < 5; round += 1) {
          const ports = await world()
          const { account, code } = await anEnrolledPersonIn(ports)
          const challenges = await atOnce(4, () => aChallengeIn(ports, account))
          await Promise.all([
            ...challenges.map((challenge) =>
              verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } }),
            ),
            resetSecondFactor(ports, { actor: operator, userId: account.id }),
          ])
          const left = await ports.transact(async (stores) => {
            const found = await Promise.all(
              challenges.map((challenge) =>
                stores.challenges.find(ports.secrets.digest(challenge)!),
              ),
            )
            return {
              ok: true,
              value: [
                ...found.filter((one) => one !== null),
                ...(await stores.sessions.listByUser(account.id, { after: null, limit: 100 })),
              ],
            }
          })
          expect(left.value).toEqual([])
        }
      })
    })
    it('R21 verifies at most ten of a hundred concurrent wrong passwords', async () => {
      const passwordHasher = watchedPasswordHasher()
      const ports = await world({ passwordHasher })
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      await atOnce(100, (position) => {
        const origin = { ...anOrigin, address: `10.0.0.${position}` }
        return signIn(ports, {
          ...aDevice,
          origin,
          email: account.email,
          password: 'wrong horse battery',
          rememberMe: false,
        })
      })
      expect(passwordHasher.verified.filter((hash) => hash !== null)).toHaveLength(10)
    })
    describe('faults', () => {
      const kinds = {
        'at the statement': 'create trigger fault before update on sessions',
        'at the commit':
          'create constraint trigger fault after update on sessions deferrable initially deferred',
      }
      it.for(Object.entries(kinds))(
        'R39 consumes nothing of a refresh that fails %s',
        async ([, trigger]) => {
          const database = await open()
          const ports = memoryPorts(database)
          const { session, refreshToken } = await aSessionIn(
            ports,
            (await aPersonIn(ports)).account,
          )
          const refresh = () =>
            refreshSession(ports, { presented: refreshToken, origin: anOrigin, device: '' })
          await withFault(database, 'sessions', trigger, async () => {
            for (let tries = 0; tries < 2; tries += 1)
              await expect(refresh()).rejects.toThrow('fault')
          })
          const successor = ports.refreshTokens.issue(session.id, 2)
          expect(await refresh()).toMatchObject({ ok: true, value: { refreshToken: successor } })
        },
      )

      it('R38 R62 keeps the family while its reuse cannot be audited, and audits the retry', async () => {
        const database = await open()
        const ports = memoryPorts(database)
        const { session, refreshToken } = await aSessionIn(ports, (await aPersonIn(ports)).account)
        const refresh = () =>
          refreshSession(ports, { presented: refreshToken, origin: anOrigin, device: '' })
        await refresh()
        await database.query(
          '',
          `update sessions set rotated_at = rotated_at - interval '1 hour' where id = $1`,
          [session.id],
        )
        const insert = 'create trigger fault before insert on audit_log'
        await withFault(database, 'audit_log', insert, async () => {
          for (let tries = 0; tries < 2; tries += 1)
            await expect(refresh()).rejects.toThrow('fault')
        })
        expect(await refresh()).toMatchObject({ ok: false })
        const stored = await ports.transact(async ({ audit, sessions }) => ({
          ok: true,
          value: {
            session: await sessions.find(session.id),
            entries: await audit.list(anyEntry, { after: null, limit: 100 }),
          },
        }))
        expect(stored.value).toMatchObject({
          session: null,
          entries: [{ action: 'session.reuse', sessionId: session.id }],
        })
      })

      it.for(['sessions', 'audit_log'])(
        'R21 R62 opens nothing and counts no failure when the row in %s cannot be written',
        async (table) => {
          const database = await open()
          const ports = memoryPorts(database)
          const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
          const attempt = {
            ...aDevice,
            email: account.email,
            password: aPassword,
            rememberMe: false,
          }
          await withFault(
            database,
            table,
            `create trigger fault before insert on ${table}`,
            async () => {
              for (let tries = 0; tries < 20; tries += 1)
                await expect(signIn(ports, attempt)).rejects.toThrow('fault')
            },
          )
          const left = await ports.transact(async ({ accounts, sessions }) => ({
            ok: true,
            value: [
              await accounts.find(account.id),
              await sessions.listByUser(account.id, { after: null, limit: 100 }),
            ],
          }))
          expect(left.value).toEqual([account, []])
          expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
        },
      )
    })
  })
}

/** Runs work while every statement of the trigger fails. */
async function withFault(
  { query }: World,
  table: string,
  trigger: string,
  work: () => Promise<void>,
): Promise<void> {
  const fail = `begin raise exception 'fault'; end`
  await query(
    '',
    `create or replace function fault() returns trigger language plpgsql as $$ ${fail} $$`,
    [],
  )
  await query('', `${trigger} for each row execute function fault()`, [])
  try {
    await work()
  } finally {
    await query('', `drop trigger fault on ${table}`, [])
  }
}
