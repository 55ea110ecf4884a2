import { findProgram } from '@ken/testing'

/** A program that runs examples. Without it their tests are skipped, and with `KEN_TEST_STRICT=1` they fail. */
export function requiredProgram(name: string): string | null {
  const found = findProgram([name])
  if (found === null && process.env['KEN_TEST_STRICT'] === '1')
    throw new Error(
      `No ${name} on the PATH for the tests of the examples. Install it, or unset KEN_TEST_STRICT to skip them.`,
    )
  if (found === null) console.warn(`No ${name} on the PATH: the tests of its examples are skipped.`)
  return found
}
