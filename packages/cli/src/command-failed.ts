import type { KenErrorCode } from '@ken/core'

/** The kind of failure, for scripts. */
export type ErrorCode =
  | KenErrorCode
  | 'usage'
  | 'failed'
  | 'interrupted'
  | 'unavailable'
  | 'not_ready'

/**
 * Ends a command with a message for people. Any other error is a bug or an unavailable dependency.
 */
export class CommandFailed extends Error {
  readonly code: ErrorCode

  constructor(message: string, { code = 'failed' }: { readonly code?: ErrorCode } = {}) {
    super(message)
    this.name = 'CommandFailed'
    this.code = code
  }

  /** 1 failed, 2 wrong usage, 130 ended by Ctrl-C. */
  get exitCode(): 1 | 2 | 130 {
    if (this.code === 'interrupted') return 130
    return this.code === 'usage' || this.code.endsWith('invalid') ? 2 : 1
  }
}

/** A wrong usage of the command. */
export const wrongUsage = (message: string): CommandFailed =>
  new CommandFailed(message, { code: 'usage' })
