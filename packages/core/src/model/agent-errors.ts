/** There is no such agent, or it is somebody else's. */
export type AgentNotFound = { readonly code: 'agent.not_found' }

export type AgentError = AgentNotFound
