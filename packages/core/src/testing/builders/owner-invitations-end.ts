import { expect, it } from 'vitest'
import type { AccountId } from '../../model/accounts/account.ts'
import { ok } from '../../model/result.ts'
import { anInvitation } from './builders.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import { aPersonIn } from './people.ts'

/** Tests that the act revokes the invitations of Owners and Admins of an Owner who loses the role. */
export function ownerInvitationsEnd(
  perform: (ports: MemoryPorts, userId: AccountId) => Promise<unknown>,
) {
  it('R62 revokes what only an Owner may invite and this Owner sent, no others, and audits their number', async () => {
    const ports = memoryPorts()
    const [falling, staying] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Owner' }),
    ]
    const made = [falling, staying].flatMap(({ account }) =>
      (['Owner', 'Admin', 'Member'] as const).map((role) =>
        anInvitation({ role, invitedBy: account.id }),
      ),
    )
    await ports.transact(async ({ invitations }) => ok(await invitations.insert(made)))
    await perform(ports, falling.account.id)
    const states = [...ports.database.tables.invitations.values()].map(({ state }) => state)
    expect(states).toEqual(['revoked', 'revoked', ...Array.from({ length: 4 }, () => 'queued')])
    expect([...ports.database.tables.audit.values()]).toMatchObject([{ meta: { invitations: 2 } }])
  })
}
