/** No such agent, or it belongs to another account. */
export type AgentNotFound = { readonly code: 'agent.not_found' }

export type AgentError = AgentNotFound
