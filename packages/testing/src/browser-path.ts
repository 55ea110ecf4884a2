import { existsSync } from 'node:fs'
import { findProgram } from './services/find-program.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium for browser tests: `KEN_CHROMIUM`, else one of the system, else null. */
export function browserPath(): string | null {
  const named = process.env['KEN_CHROMIUM']
  if (!named) return findProgram(programs) ?? applications.find((path) => existsSync(path)) ?? null
  if (!existsSync(named))
    throw new Error(
      `KEN_CHROMIUM names ${named}, and there is no such file. Correct it or unset it.`,
    )
  return named
}
