import type { AccountId } from './accounts/account.ts'

declare const agentIdBrand: unique symbol

/** UUID version 7. */
export type AgentId = string & { readonly [agentIdBrand]: true }

/** A personal agent. Another program creates and runs it; Ken only enables and disables it. */
export type Agent = {
  readonly id: AgentId
  readonly ownerId: AccountId
  readonly name: string
  readonly enabled: boolean
}
