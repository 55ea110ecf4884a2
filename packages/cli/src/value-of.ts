import type { KenError, Result } from '@ken/core'
import { failureTextWithHint } from '@ken/presentation'
import { CommandFailed } from './command-failed.ts'

/** The value of a use case. An expected failure ends the command with its text. */
export function valueOf<Value>(result: Result<Value, KenError>): Value {
  if (result.ok) return result.value
  throw new CommandFailed(failureTextWithHint(result.error), { code: result.error.code })
}
