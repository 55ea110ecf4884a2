import { composeKen, loadConfig, type Environment, type Ken } from '@ken/composition'
import type { Log, Ports } from '@ken/core/ports'
import { mountKen, type MountedKen } from './mount-ken.ts'

export type EmbedOptions = {
  /** Settings by environment variable name; no other settings are read. `KEN_BASE_URL` is the address of the mount. */
  readonly settings: Environment
  /** The portal's log, or a `jsonLog`. */
  readonly log: Log
}

/** Ken in another program, the portal. */
export type EmbeddedKen = MountedKen & {
  /** For use cases: `search(ken.ports, …)`. */
  readonly ports: Ports
  /** For `startWorker({ ken: embedded.ken, … })`. */
  readonly ken: Ken
  /** Ends every connection, after the portal's server and worker have stopped. Idempotent. */
  readonly close: () => Promise<void>
}

/**
 * Embeds Ken: reads the settings, opens and migrates the database, and mounts the HTTP surface below the path of
 * `KEN_BASE_URL`. Throws `ConfigError`, or an error with advice.
 */
export async function embedKen({ settings, log }: EmbedOptions): Promise<EmbeddedKen> {
  const { config, warnings } = loadConfig(settings)
  for (const warning of warnings) log.warn('config.warning', { warning })
  const ken = await composeKen(config, { log, role: 'server' })
  return { ...mountKen({ ken, log }), ken, ports: ken.ports, close: ken.close }
}
