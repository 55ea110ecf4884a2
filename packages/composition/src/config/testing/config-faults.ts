import { ConfigError } from '../config-error.ts'
import { loadConfig } from '../load-config.ts'
import type { Environment } from '../read-variables.ts'

/** The configuration errors of an environment, line by line. */
export function configFaults(env: Environment): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}
