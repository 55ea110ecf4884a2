import type { Person } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import type { Agent, Transacts } from '../ports/index.ts'

export type ListAgents = { readonly actor: Person }

/** A person's own agents, by name. */
export async function listAgents(
  ports: Transacts<'agents'>,
  { actor }: ListAgents,
): Promise<readonly Agent[]> {
  return (await ports.transact(async ({ agents }) => ok(await agents.listByOwner(actor.userId))))
    .value
}
