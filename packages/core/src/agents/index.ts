export { listAgents, type ListAgents } from './list-agents.ts'
export { switchAgent, type SwitchAgent } from './switch-agent.ts'
