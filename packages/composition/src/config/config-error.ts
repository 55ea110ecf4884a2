/**
 * An invalid setting. `message` names all invalid variables and what they must be, never their
 * values.
 */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
  }
}
