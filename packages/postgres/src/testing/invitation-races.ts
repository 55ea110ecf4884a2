import {
  acceptInvitation,
  changeRole,
  createInvitation,
  deliverInvitation,
  importInvitations,
  operator,
  resendInvitation,
  revokeInvitation,
  type InvitationId,
  type InvitationLine,
  type Ports,
} from '@ken/core'
import { anyInvitation, type Email } from '@ken/core/ports'
import {
  aDevice,
  anOrigin,
  aPassword,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'
import { uuidSecrets } from './uuid-secrets.ts'

type World = ReturnType<typeof postgresPorts>

const rounds = 5
const email = 'grace@example.com' as Email
const actor = { kind: 'anonymous', via: 'web', ...anOrigin } as const
const countOk = (outcomes: readonly { readonly ok: boolean }[]): number =>
  outcomes.filter(({ ok }) => ok).length
const atOnce = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))

/**
 * What invitations guarantee on a shared database, where the order of locks matters. `open` returns
 * an empty database.
 */
export function invitationRaces(name: string, open: () => Promise<World>): void {
  const world = async () => memoryPorts({ ...(await open()), secrets: uuidSecrets })
  describe(`Invitations on a shared database: ${name}`, () => {
    describe('creation', () => {
      it('R54 creates each address of a list once with five concurrent uploads and single invitations', async () => {
        const ports = await world()
        const lines = Array.from({ length: 300 }, (_, line): InvitationLine => {
          // In a different order each time, so that uploads that lock row by row would deadlock.
          return { line, fields: { email: `p${line}@example.com`, role: 'Member' } }
        })
        const imports = atOnce(5, (position) =>
          importInvitations(ports, {
            actor: operator,
            lines: position % 2 === 0 ? lines : lines.toReversed(),
            dryRun: false,
          }),
        )
        const singles = atOnce(5, (position) =>
          createInvitation(ports, {
            actor: operator,
            email: `p${position}@example.com`,
            role: 'Member',
          }),
        )
        const counts = (await imports).map((run) => valueOf(run).counts)
        expect(countOk(await singles)).toBe(5)
        expect(
          counts.every(({ created, already_invited }) => created + already_invited === 300),
        ).toBe(true)
        const pending = (await listIn(ports)).filter(({ state }) => state === 'queued')
        expect(new Set(pending.map((one) => one.email)).size).toBe(300)
        expect(pending).toHaveLength(300)
      })

      it('R54 does not block invitations of other addresses while some are locked', async () => {
        const ports = await world()
        await ports.transact(async ({ lockInvitations }) => {
          await lockInvitations(['ada@example.com', 'bob@example.com'] as Email[])
          const created = await createInvitation(ports, {
            actor: operator,
            email: 'eve@example.com',
            role: 'Member',
          })
          return { ok: true, value: expect(created.ok).toBe(true) }
        })
      })

      it('R52 leaves one pending invitation after ten concurrent ones to an address, and none throws', async () => {
        const ports = await world()
        const outcomes = await atOnce(10, () =>
          createInvitation(ports, { actor: operator, email, role: 'Member' }),
        )
        expect(countOk(outcomes)).toBe(10)
        const states = (await listIn(ports)).map(({ state }) => state)
        expect(states.toSorted()).toEqual(['queued', ...Array.from({ length: 9 }, () => 'revoked')])
      })

      it('R86 sends one email when two workers run the job concurrently', async () => {
        for (let round = 0; round < rounds; round += 1) {
          const ports = await world()
          const { id } = valueOf(
            await createInvitation(ports, { actor: operator, email, role: 'Member' }),
          )
          await atOnce(2, () => deliver(ports, id))
          expect(ports.mailer.sent).toHaveLength(1)
        }
      })
    })
    describe('acceptance', () => {
      it('R52 gives the account to one of twenty concurrent calls', async () => {
        const ports = await world()
        const { token } = await invited(ports)
        const outcomes = await atOnce(20, () => accept(ports, token))
        expect(countOk(outcomes)).toBe(1)
        expect((await listIn(ports)).map(({ state }) => state)).toEqual(['accepted'])
      })

      it('R52 handles concurrent acceptance, revocation, replacement and resending without an error', async () => {
        for (let round = 0; round < rounds; round += 1) {
          const ports = await world()
          const { id, token } = await invited(ports)
          const [accepted, revoked] = await Promise.all([
            accept(ports, token),
            revokeInvitation(ports, { actor: operator, invitationId: id }),
            resendInvitation(ports, { actor: operator, invitationId: id }),
            createInvitation(ports, { actor: operator, email, role: 'Member' }),
            accept(ports, token),
          ])
          const { value: account } = await ports.transact(async ({ accounts }) => ({
            ok: true,
            value: await accounts.findByEmail(email),
          }))
          const pending = (await listIn(ports)).filter(
            ({ state }) => state === 'queued' || state === 'sent',
          )
          expect(pending.length).toBeLessThanOrEqual(account === null ? 1 : 0)
          expect(accepted.ok && revoked.ok).toBe(false)
        }
      })

      it('makes no one an Owner by an inviter who is no longer one', async () => {
        for (let round = 0; round < rounds; round += 1) {
          const ports = await world()
          await aPersonIn(ports, { role: 'Owner' })
          const inviter = await aPersonIn(ports, { role: 'Owner' })
          const { token } = await invited(ports, inviter.actor, 'Owner')
          const demotion = changeRole(ports, {
            actor: operator,
            userId: inviter.account.id,
            role: 'Member',
          })
          const outcomes = await atOnce(3, () => accept(ports, token))
          expect((await demotion).ok).toBe(true)
          expect(countOk(outcomes)).toBeLessThanOrEqual(1)
          expect(await accept(ports, token)).toMatchObject({
            ok: false,
            error: { code: 'account.token_invalid' },
          })
        }
      })
    })
  })
}

const listIn = async ({ transact }: Pick<Ports, 'transact'>) =>
  (
    await transact(async ({ invitations }) => ({
      ok: true,
      value: await invitations.list(anyInvitation, { after: null, limit: 100_000 }),
    }))
  ).value

const deliver = (ports: MemoryPorts, invitationId: InvitationId) =>
  deliverInvitation(ports, { kind: 'deliver_invitation', invitationId, paced: false })

const accept = (ports: MemoryPorts, token: string) =>
  acceptInvitation(ports, {
    actor,
    token,
    name: 'Grace Hopper',
    password: aPassword,
    from: aDevice,
  })

/** An invitation, and the token in its email. */
async function invited(
  ports: MemoryPorts,
  by: Parameters<typeof createInvitation>[1]['actor'] = operator,
  role = 'Member',
) {
  const { id } = valueOf(await createInvitation(ports, { actor: by, email, role }))
  await deliver(ports, id)
  const mail = ports.mailer.sent.at(-1)
  return { id, token: mail?.kind === 'invitation' ? mail.token : '' }
}
