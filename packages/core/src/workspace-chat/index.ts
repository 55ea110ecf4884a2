export { changeWorkspaceChat, type ChangeWorkspaceChat } from './change-workspace-chat.ts'
export {
  probeWorkspaceChat,
  type ProbedWorkspaceChat,
  type ProbeWorkspaceChat,
} from './probe-workspace-chat.ts'
export { showWorkspaceChat, type ShowWorkspaceChat } from './show-workspace-chat.ts'
export { takeWorkspaceCommands, type WorkspaceCommandOutcome } from './take-workspace-commands.ts'
export { takeWorkspaceEvents, type WorkspaceEventOutcome } from './take-workspace-events.ts'
export { workspaceChatAdvice } from './workspace-chat-advice.ts'
export { workspaceDeliveryFaults, type WorkspaceChatStatus } from './workspace-chat-status.ts'
export type { UnreadWorkspaceRequest } from './workspace-request-reader.ts'
