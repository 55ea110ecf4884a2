export {
  answerModelDouble,
  type AnswerModelBehaviour,
  type AnswerModelDouble,
  type AnswerModelMessage,
  type AnswerModelRequest,
} from './models/answer-model-double.ts'
export {
  botMessengerDouble,
  type BotMessengerDouble,
  type BotMessengerDoubleOptions,
  type BotMessengerRequest,
} from './bot-messenger/bot-messenger-double.ts'
export type { BotMessengerBehaviour } from './bot-messenger/bot-messenger-double-answers.ts'
export type {
  MessengerMessage,
  MessengerPerson,
} from './bot-messenger/bot-messenger-double-world.ts'
export { browserPath } from './browser-path.ts'
export {
  embedderDouble,
  type EmbedderBehaviour,
  type EmbedderDouble,
  type EmbedderRequest,
} from './models/embedder-double.ts'
export { freePort } from './free-port.ts'
export { findProgram } from './services/find-program.ts'
export {
  emptyDirectory,
  filledDirectory,
  type TemporaryDirectory,
} from './services/filled-directory.ts'
export {
  filledDatabase,
  freshDatabase,
  freshSchema,
  type FreshDatabase,
} from './services/fresh-database.ts'
export { oneAtATime } from './services/one-at-a-time.ts'
export { loopbackCertificate } from './loopback-certificate.ts'
export { outageProxy, type OutageProxy } from './services/outage-proxy.ts'
export { poolerDouble, type PoolerDouble } from './services/pooler-double.ts'
export { testPostgres } from './services/postgres-service.ts'
export { testRedis } from './services/redis-service.ts'
export {
  smtpSink,
  type SmtpBehaviour,
  type SmtpSink,
  type SmtpSinkOptions,
  type SunkMail,
} from './smtp-sink.ts'
export {
  teamChatDouble,
  type SayOptions,
  type TeamChatDouble,
  type TeamChatDoubleOptions,
  type TeamChatRequest,
} from './team-chat/team-chat-double.ts'
export type { TeamChatBehaviour } from './team-chat/team-chat-double-answers.ts'
export type { DoubleSockets, DoubleUpgrade } from './team-chat/team-chat-double-sockets.ts'
export type { DoublePost, DoubleUser } from './team-chat/team-chat-double-world.ts'
export {
  workspaceChatDouble,
  type WorkspaceChatCall,
  type WorkspaceChatDouble,
  type WorkspaceChatDoubleOptions,
} from './workspace-chat/workspace-chat-double.ts'
export type { WorkspaceChatBehaviour } from './workspace-chat/workspace-chat-double-answers.ts'
export type {
  WorkspaceMessage,
  WorkspaceUser,
} from './workspace-chat/workspace-chat-double-world.ts'
