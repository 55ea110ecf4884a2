import type { AccountId } from '../../../model/accounts/account.ts'
import type { Agent, AgentId } from '../../../model/agent.ts'

/** Personal agents, which another program creates and runs. */
export interface AgentStore {
  /** The owner's agents by name, then by id, at most 1,000. */
  listByOwner(ownerId: AccountId): Promise<readonly Agent[]>

  /** Enables or disables an agent and returns its new state; null if the owner has no agent with this id. */
  switch(ownerId: AccountId, id: AgentId, enabled: boolean): Promise<Agent | null>

  /** Disables all agents of the owner. Returns the number of agents that were enabled. */
  disableAll(ownerId: AccountId): Promise<number>
}
