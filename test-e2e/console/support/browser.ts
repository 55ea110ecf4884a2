import { browserPath, oneAtATime, testPostgres } from '@ken/testing'
import { chromium, type BrowserContext } from 'playwright-core'

/** A name of this machine that is no secure context over plain http, as `localhost` is. */
export const plainHttpHost = 'ken.test'

/** No sandbox, because tests may run as root, and no connections of the browser's own. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  // No test compares pixels: what is painted needs no process and no thread of its own.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // For tests, the browser records the stack of requests. V8 would then parse all scripts again, for 130 ms and more. A page
  // of a test lives for less time than it takes to optimize its scripts.
  '--js-flags=--no-enable-lazy-source-positions --no-opt --no-maglev --single-threaded-gc',
  `--host-resolver-rules=MAP ${plainHttpHost} 127.0.0.1`,
]

/** `KEN_CHROMIUM`, else one of the system, else the one that the package manager installed. */
async function executablePath(): Promise<string> {
  const found = browserPath()
  if (found !== null) return found
  const { default: packaged } = await import('@sparticuz/chromium')
  // It unpacks itself at its first use, and starts only when that is complete.
  return oneAtATime((await testPostgres()).url, 'chromium', () => packaged.executablePath())
}

const launched = async () =>
  chromium.launch({ executablePath: await executablePath(), headless: true, args })
let running: ReturnType<typeof launched> | undefined

/** What a context of a test looks like. */
export type Look = {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'de'
  readonly width?: number
  /** For a test that changes what a page cannot undo, such as its clock: no other test gets this browser. */
  readonly isDisposable?: boolean
}

const locales = { en: 'en-GB', de: 'de-DE' } as const

/** Without movements, which tests would have to wait for. */
export const mediaOf = ({ theme = 'light' }: Look) =>
  ({ colorScheme: theme, reducedMotion: 'reduce' }) as const
export const viewportOf = ({ width = 1_000 }: Look) => ({ width, height: 800 })

/** A new context in the one browser of the run, as of a person who never used Ken. */
export async function newContext(look: Look = {}): Promise<BrowserContext> {
  running ??= launched()
  const browser = await running
  const context = await browser.newContext({
    ...mediaOf(look),
    locale: locales[look.language ?? 'en'],
    viewport: viewportOf(look),
  })
  // On a slow machine, a screen may take long.
  context.setDefaultTimeout(60_000)
  return context
}
