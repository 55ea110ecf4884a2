import type { Forbidden } from '../model/accounts/account-errors.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AgentNotFound } from '../model/agent-errors.ts'
import type { Agent, AgentId, Transacts } from '../ports/index.ts'

export type SwitchAgent = {
  readonly actor: Person
  readonly agentId: AgentId
  readonly enabled: boolean
}

/**
 * Enables or disables one of the person's own agents. After a reactivation the owner must enable
 * them again.
 */
export async function switchAgent(
  ports: Transacts<'accounts' | 'agents' | 'audit'>,
  { actor, agentId, enabled }: SwitchAgent,
): Promise<Result<Agent, Forbidden | AgentNotFound>> {
  return ports.transact(async (stores) => {
    if ((await effectiveRoleOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const agent = await stores.agents.switch(actor.userId, agentId, enabled)
    if (agent === null) return err({ code: 'agent.not_found' })
    await stores.audit.append(auditEntry(actor, 'agent.switch', `agent:${agentId}`, { enabled }))
    return ok(agent)
  })
}
