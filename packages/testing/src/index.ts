export {
  answerModelDouble,
  type AnswerModelBehaviour,
  type AnswerModelDouble,
  type AnswerModelMessage,
  type AnswerModelRequest,
} from './answer-model-double.ts'
export { browserPath } from './browser-path.ts'
export { embedderDouble, type EmbedderBehaviour, type EmbedderDouble, type EmbedderRequest } from './embedder-double.ts'
export { findProgram } from './find-program.ts'
export { filledDatabase, freshDatabase, freshSchema } from './fresh-database.ts'
export { loopbackCertificate } from './loopback-certificate.ts'
export { outageProxy, type OutageProxy } from './outage-proxy.ts'
export { poolerDouble, type PoolerDouble } from './pooler-double.ts'
export { testPostgres } from './postgres-service.ts'
export { testRedis } from './redis-service.ts'
export { smtpSink, type SmtpBehaviour, type SmtpSink, type SmtpSinkOptions, type SunkMail } from './smtp-sink.ts'
export {
  teamChatDouble,
  type SayOptions,
  type TeamChatDouble,
  type TeamChatDoubleOptions,
  type TeamChatRequest,
} from './team-chat-double.ts'
export type { TeamChatBehaviour } from './team-chat-double-answers.ts'
export type { DoubleSockets, DoubleUpgrade } from './team-chat-double-sockets.ts'
export type { DoublePost, DoubleUser } from './team-chat-double-world.ts'
