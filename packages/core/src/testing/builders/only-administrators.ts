import { expect, it } from 'vitest'
import type { AccountId } from '../../model/accounts/account.ts'
import { operator, type Actor } from '../../model/actor.ts'
import type { Result } from '../../model/result.ts'
import { anOrigin, aPerson, newId } from './builders.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import { aPersonIn } from './people.ts'

/** Tests that only Owner, Admin and operator may run a use case, by their effective role. */
export function onlyAdministrators(
  perform: (
    ports: MemoryPorts,
    actor: Actor,
  ) => Promise<Result<unknown, { readonly code: string }>>,
) {
  const forbidden = { ok: false, error: { code: 'account.forbidden' } }

  it('R48 is for Owner, Admin and operator', async () => {
    for (const role of ['Owner', 'Admin'] as const) {
      const ports = memoryPorts()
      const { actor } = await aPersonIn(ports, { role })
      expect(await perform(ports, actor)).not.toEqual(forbidden)
    }
    expect(await perform(memoryPorts(), operator)).not.toEqual(forbidden)
  })

  it('R48 refuses Members and deactivated, unknown and anonymous callers, regardless of the role in a credential', async () => {
    const ports = memoryPorts()
    const member = await aPersonIn(ports)
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const actors: readonly Actor[] = [
      member.actor,
      { ...member.actor, role: 'Owner' },
      gone.actor,
      aPerson({ id: newId() as AccountId, role: 'Owner' }),
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const actor of actors) expect(await perform(ports, actor)).toEqual(forbidden)
    expect(ports.database.tables.audit.size).toBe(0)
  })
}
