import { recordingLog } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { freshSchema } from '@ken/testing'
import { onTestFinished } from 'vitest'
import { composeKen, type ComposeOptions } from '../compose-ken.ts'
import { loadConfig, type Config } from '../config.ts'
import type { Ken } from '../ken.ts'

/** The defaults with some of them changed; nothing leaves the machine. */
export const configOf = (overrides: Partial<Config>): Config => ({ ...loadConfig({}).config, breachUrl: null, ...overrides })

/** Settings for an empty schema of the run's server, which goes with the test; its connections are told by their name. */
export async function serverConfig(overrides: Partial<Config> = {}): Promise<Config & { readonly databaseUrl: string }> {
  const { url, schema, close } = await freshSchema()
  onTestFinished(close)
  return {
    ...configOf({ secrets: generateSecrets(), databasePoolMax: 2, ...overrides }),
    databaseUrl: `${url}&application_name=${schema}`,
  }
}

/** Ken, closed when the test ends at the latest. */
export async function composed(
  config: Config,
  { log = recordingLog(), role = 'server', ...options }: Partial<ComposeOptions> = {},
): Promise<Ken> {
  const ken = await composeKen(config, { log, role, ...options })
  onTestFinished(ken.close)
  return ken
}
