export { ConfigError } from './config/config-error.ts'
export { loadConfig, type LoadedConfig } from './config/load-config.ts'
export type { Environment } from './config/read-variables.ts'
export type {
  AnswerModelConfig,
  Config,
  EmbedderConfig,
  HstsScope,
  LogLevel,
  MailConfig,
  PasswordHashCost,
} from './config/config.ts'
export { composeKen } from './compose-ken.ts'
export type { ComposeOptions } from './compose-ken.ts'
export { connectKen, type ConnectOptions, type KenConnection } from './operator/connect-ken.ts'
export { copyToServer, type CopiedToServer, type CopyToServer } from './database/copy-to-server.ts'
export { runHere, type Run } from './operator/operator-use-cases.ts'
export { diskFaultText } from './health/health.ts'
export {
  probeAnswerModel,
  probeDataDisk,
  probeEmbedder,
  probeMail,
  probePasswordHashing,
  probeRedis,
  probeSecrets,
  TestEmailFailed,
  type PasswordHashing,
} from './health/probes.ts'
export { generateSecrets, generateUnusedSecret } from '@ken/crypto'
export { DatabaseNotReady, type MigrationWatch } from '@ken/postgres'
export { missingSecrets, secretsFile } from './data-directory/service-secrets.ts'
export type { Health, Ken, PartHealth, Work } from './ken.ts'
