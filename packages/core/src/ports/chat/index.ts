export type {
  BotMessengerBot,
  BotMessengerServer,
  ChatBot,
  TeamChatBot,
  TeamChatServer,
  WorkspaceChatBot,
  WorkspaceChatTokens,
} from './chat-bot.ts'
export type { ChatGreeter, ChatGreeting, OpenedChat } from './chat-greeter.ts'
export {
  chatFaults,
  listenerFaults,
  listenerReportSeconds,
  type ChatFault,
  type ListenerFault,
  type ListenerReport,
  type ChatHealth,
  type WebhookReport,
} from './chat-health.ts'
export type { ChatSubscription, ChatInbox, ChatListener } from './chat-listener.ts'
export type { ChatPlatform, ChatPlatforms } from './chat-platform.ts'
export type {
  BotIdentity,
  ChatProbe,
  ProbedBot,
  ProbeFaultOf,
  ProbeSubject,
  WorkspaceChatIdentity,
} from './chat-probe.ts'
export type {
  AnswerOutcome,
  ReplacedAnswer,
  ChatAnswer,
  ChatThread,
  ChatThreads,
  DeliveryLedger,
  Typing,
} from './chat-threads.ts'
export type { ChatWebhook } from './chat-webhook.ts'
export type { WorkspaceDirectory } from './workspace-directory.ts'
export {
  commandMsMax,
  type WorkspaceRequest,
  type WorkspaceRequestProof,
  type WorkspaceRequestContent,
  type WorkspaceRequests,
} from './workspace-requests.ts'
