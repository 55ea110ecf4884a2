import type { BrowserContext, Page, Response } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { plainHttpHost, type Look } from './browser.ts'
import { giveBack, lendBrowser, openFirst, type LentBrowser } from './lent-browser.ts'
import { countRequests, type ScreenRequests } from './screen-requests.ts'

/** A page that a test looks at, and everything that went wrong in it. */
export type Visit = AsyncDisposable & {
  readonly page: Page
  readonly context: BrowserContext
  readonly url: string
  /**
   * Announces a refusal, such as `401 POST /login`: without it, a response of 400 or more fails the
   * test.
   */
  readonly expectRefusal: (...refusals: readonly string[]) => void
  /** Announces that a screen throws an error with this text, which the browser logs. */
  readonly expectError: (text: string) => void
  /** Another tab of the same browser. */
  readonly tab: (path?: string) => Promise<Page>
}

/** A context that the test has prepared and that is closed after it, or a lent browser that is given back. */
type Source = { readonly context?: BrowserContext; readonly lent?: LentBrowser }

const counted = new WeakMap<Page, ScreenRequests>()

/** Hears from the pages of a context what only their scripts notice. */
async function watchScripts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('acted', ({ page }) => counted.get(page)?.end())
  // Runs before the scripts of each page; the policy does not apply to it.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
    for (const act of ['pointerdown', 'keydown', 'input'])
      addEventListener(act, () => void Reflect.get(globalThis, 'acted')(), { capture: true })
    addEventListener('unhandledrejection', ({ reason }) => console.error(`rejected: ${reason}`))
  })
}

/**
 * Opens a path as a person who never used Ken. At its end the test fails on a violation of the content
 * security policy, a message in the console, an exception, a rejection that no code handled, a
 * request to another origin, a refusal that was not announced, or a screen that needs more than
 * three requests.
 */
export async function visit(
  server: { readonly url: string },
  path = '/',
  { context, lent, ...look }: Look & Source = {},
): Promise<Visit> {
  const used = context === undefined ? (lent ?? (await lendBrowser(look))) : null
  const browser = context ?? used!.context
  const faults: string[] = []
  const announced = new Set<string>()
  const errors: string[] = []
  const counts: ScreenRequests[] = []
  const follow = (page: Page) => {
    watch(page, server.url, faults, { refusals: announced, errors })
    const count = countRequests(page)
    counts.push(count)
    counted.set(page, count)
  }
  browser.on('page', follow)
  if (used?.opened) follow(used.opened.page)
  else await watchScripts(browser)
  const tab = async (where = path) => {
    const page = await browser.newPage()
    await page.goto(server.url + where)
    return page
  }
  const page = used === null ? await tab() : await openFirst(used, server.url + path)
  let lastText = ''
  onTestFailed(() => console.error(`The page at the end:\n${lastText}`))
  return {
    page,
    context: browser,
    url: server.url,
    expectRefusal: (...refusals) => refusals.forEach((refusal) => announced.add(refusal)),
    expectError: (text) => errors.push(text),
    tab,
    [Symbol.asyncDispose]: async () => {
      for (const count of counts) count.end()
      lastText = await textOf(page)
      browser.off('page', follow)
      if (used === null) await browser.close()
      else await giveBack(used, page, server.url)
      // Not thrown: an error of the test itself would be lost in a SuppressedError without a message.
      expect.soft(faults).toEqual([])
      expect.soft(counts.flatMap(({ tooMany }) => tooMany)).toEqual([])
    },
  }
}

const textOf = async (page: Page): Promise<string> =>
  `${page.url()}\n${await page.evaluate(() => document.body.innerText).catch(String)}`

const refusalOf = (response: Response): string =>
  `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`

type Announced = {
  readonly refusals: ReadonlySet<string>
  readonly errors: readonly string[]
}

/** What a browser says about each page over plain http from another machine. */
const ofPlainHttp = 'The Cross-Origin-Opener-Policy header has been ignored'

function watch(page: Page, url: string, faults: string[], { refusals, errors }: Announced): void {
  const isAnnounced = (text: string, place: string) =>
    (text.startsWith(ofPlainHttp) && new URL(url).hostname === plainHttpHost) ||
    errors.some((error) => text.includes(error)) ||
    (text.startsWith('Failed to load resource') &&
      [...refusals].some((refusal) => new URL(place).pathname === refusal.split(' ')[2]))
  page.on('response', (response) => {
    const refusal = refusalOf(response)
    if (response.status() >= 400 && !refusals.has(refusal)) faults.push(refusal)
  })
  page.on('request', (request) => {
    const target = request.url()
    if (!target.startsWith(`${url}/`) && !target.startsWith('blob:')) faults.push(`to ${target}`)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (!isAnnounced(text, message.location().url || url)) faults.push(`console: ${text}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
}
