import { findProgram } from '@ken/testing'
import { execFileSync } from 'node:child_process'
import { generateSync } from 'otplib'

const oathtool = findProgram(['oathtool'])

/** A code of RFC 6238 for a base32 secret, from `oathtool` where that is installed, and never from the library that the program uses. */
export function codeOf(secret: string, at = Date.now()): string {
  const epoch = Math.floor(at / 1_000)
  if (oathtool === null) return generateSync({ secret, epoch })
  return execFileSync(oathtool, ['--totp', '--base32', `--now=@${epoch}`, '--', secret], {
    encoding: 'utf8',
  }).trim()
}

const stepMs = 30_000
const roomMs = 5_000

/** Waits until the current step has some seconds left, for tests that count steps. */
export async function earlyInStep(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < roomMs) await new Promise((resolve) => setTimeout(resolve, leftMs))
}
