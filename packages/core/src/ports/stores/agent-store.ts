import type { AccountId } from '../../model/accounts/account.ts'

declare const agentIdBrand: unique symbol

/** UUID version 7. */
export type AgentId = string & { readonly [agentIdBrand]: true }

/** A personal agent, as far as Ken governs it: another part of the service makes it and runs it. */
export type Agent = {
  readonly id: AgentId
  readonly ownerId: AccountId
  readonly name: string
  readonly enabled: boolean
}

/** Personal agents, which another part of the service makes and runs. */
export interface AgentStore {
  /** The owner's agents by name and then by id, at most 1,000. */
  listOf(ownerId: AccountId): Promise<readonly Agent[]>

  /** Lets an agent of the owner run or stops it; answers it as it is then, null when the owner has none of that id. */
  switch(ownerId: AccountId, id: AgentId, enabled: boolean): Promise<Agent | null>

  /** Stops every agent of the owner; answers how many ran. */
  disableAll(ownerId: AccountId): Promise<number>
}
