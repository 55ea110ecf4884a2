export { ConfigError, loadConfig, logLevels, variables } from './config.ts'
export type {
  AnswerModelConfig,
  Config,
  EmbedderConfig,
  Environment,
  HstsScope,
  LoadedConfig,
  LogLevel,
  MailConfig,
} from './config.ts'
export { composeKen } from './compose-ken.ts'
export type { ComposeOptions } from './compose-ken.ts'
export { connectKen, type ConnectOptions, type KenConnection } from './connect-ken.ts'
export type { Run, UseCase } from './operator-socket.ts'
export { diskFaultText } from './health.ts'
export { probeAnswerModel, probeDataDisk, probeEmbedder, probeMail, probeRedis, probeSecrets } from './probes.ts'
export { generateSecrets, generateUnusedSecret } from '@ken/crypto'
export { DatabaseNotReady } from '@ken/postgres'
export { missingSecrets, secretsFile } from './service-secrets.ts'
export type { Health, Ken, PartHealth, Work } from './ken.ts'
