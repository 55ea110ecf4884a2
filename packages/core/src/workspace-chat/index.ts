export { changeWorkspaceChat, type ChangeWorkspaceChat } from './change-workspace-chat.ts'
export {
  probeWorkspaceChat,
  type ProbedWorkspaceChat,
  type ProbeWorkspaceChat,
} from './probe-workspace-chat.ts'
export { showWorkspaceChat, type ShowWorkspaceChat } from './show-workspace-chat.ts'
export {
  takeWorkspaceEvents,
  type UnreadWorkspaceRequest,
  type WorkspaceEventOutcome,
} from './take-workspace-events.ts'
export { workspaceChatAdvice } from './workspace-chat-advice.ts'
export { workspaceDeliveryFaults, type WorkspaceChatStatus } from './workspace-chat-status.ts'
