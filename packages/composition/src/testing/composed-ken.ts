import { recordingLog } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { migratedDatabase } from '@ken/postgres/testing'
import { freshSchema } from '@ken/testing'
import { onTestFinished } from 'vitest'
import { composeKen, type ComposeOptions } from '../compose-ken.ts'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Ken } from '../ken.ts'

/** The default configuration with changes; uses nothing outside this machine. */
export const configOf = (overrides: Partial<Config>): Config => ({
  ...loadConfig({}).config,
  breachUrl: null,
  ...overrides,
})

type ServerConfig = Config & { readonly databaseUrl: string }

/**
 * The configuration for a database with all tables on the test server, dropped after the test; the
 * application name identifies its connections.
 */
export async function serverConfig(overrides: Partial<Config> = {}): Promise<ServerConfig> {
  const { url } = await migratedDatabase()
  return {
    ...configOf({ secrets: generateSecrets(), databasePoolMax: 2, ...overrides }),
    databaseUrl: url,
  }
}

/** Such a configuration for an empty schema. */
export async function emptyServerConfig(): Promise<ServerConfig> {
  const { url, schema, close } = await freshSchema()
  onTestFinished(close)
  return {
    ...configOf({ secrets: generateSecrets(), databasePoolMax: 2 }),
    databaseUrl: `${url}&application_name=${schema}`,
  }
}

/** Ken, closed after the test. */
export async function composed(
  config: Config,
  { log = recordingLog(), role = 'server', ...options }: Partial<ComposeOptions> = {},
): Promise<Ken> {
  const ken = await composeKen(config, { log, role, ...options })
  onTestFinished(ken.close)
  return ken
}
