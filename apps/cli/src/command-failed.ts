import type { KenError, Result } from '@ken/core'
import { failureText } from './failures.ts'

/** 0 ok, 1 failed, 2 wrong usage, 130 ended by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130

/** Ends a command with a message for people. Anything else that is thrown is a bug or a broken dependency. */
export class CommandFailed extends Error {
  readonly exitCode: ExitCode
  /** For scripts; a code of core where there is one. */
  readonly code: string

  constructor(message: string, { exitCode = 1, code = 'failed' }: { readonly exitCode?: ExitCode; readonly code?: string } = {}) {
    super(message)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
    this.code = code
  }
}

/** The command was called in a way that cannot be: exit code 2. */
export const wrongUsage = (message: string): CommandFailed => new CommandFailed(message, { exitCode: 2, code: 'usage' })

/** The value of a use case; its expected failure ends the command with its sentence. */
export function valueOf<Value>(result: Result<Value, KenError>): Value {
  if (result.ok) return result.value
  throw new CommandFailed(failureText(result.error), { code: result.error.code })
}
