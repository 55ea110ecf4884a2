import type { KenError, KenErrorCode, Result } from '@ken/core'
import { failureText } from './failures.ts'

/** What went wrong, for scripts. */
export type ErrorCode = KenErrorCode | 'usage' | 'failed' | 'interrupted' | 'unavailable' | 'not_ready'

/** Ends a command with a message for people. Anything else that is thrown is a bug or a broken dependency. */
export class CommandFailed extends Error {
  readonly code: ErrorCode

  constructor(message: string, { code = 'failed' }: { readonly code?: ErrorCode } = {}) {
    super(message)
    this.name = 'CommandFailed'
    this.code = code
  }

  /** 1 failed, 2 called in a way that cannot be, 130 ended by Ctrl-C. */
  get exitCode(): 1 | 2 | 130 {
    if (this.code === 'interrupted') return 130
    return this.code === 'usage' || this.code.endsWith('invalid') ? 2 : 1
  }
}

/** The command was called in a way that cannot be. */
export const wrongUsage = (message: string): CommandFailed => new CommandFailed(message, { code: 'usage' })

/** The value of a use case; its expected failure ends the command with its sentence. */
export function valueOf<Value>(result: Result<Value, KenError>): Value {
  if (result.ok) return result.value
  throw new CommandFailed(failureText(result.error), { code: result.error.code })
}
