import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { mediaOf, newContext, viewportOf, type Look } from './browser.ts'

/** A browser context that tests use one after another. */
export type LentBrowser = {
  readonly context: BrowserContext
  readonly look: Look
  /** Null before its first visit. */
  readonly opened: OpenedPage | null
  /** The requests that may change something and have no complete response. */
  readonly pending: ReadonlySet<Request>
}
type OpenedPage = { readonly page: Page; readonly session: CDPSession }

const idle = new Map<string, LentBrowser[]>()
const keyOf = ({ theme, language, width }: Look) => JSON.stringify([theme, language, width])

/** What a test may listen to. */
const events = [
  'console',
  'dialog',
  'domcontentloaded',
  'framenavigated',
  'pageerror',
  'request',
  'response',
] as const

/** Lends a browser as of a person who never used Ken. If it was lent before, it has the console in its caches. */
export async function lendBrowser(look: Look = {}): Promise<LentBrowser> {
  const kept = look.isDisposable === true ? undefined : idle.get(keyOf(look))?.pop()
  const lent = kept ?? (await newBrowser(look))
  // What a failed test has left is not known.
  onTestFailed(() => discard(lent))
  return lent
}

async function discard({ context, look }: LentBrowser): Promise<void> {
  const key = keyOf(look)
  idle.set(key, idle.get(key)?.filter((other) => other.context !== context) ?? [])
  await context.close()
}

async function newBrowser(look: Look): Promise<LentBrowser> {
  const context = await newContext(look)
  const pending = new Set<Request>()
  context.on('request', (request) => request.method() !== 'GET' && pending.add(request))
  // One that failed stays: the browser may still take the response to a request of a page that was left.
  context.on('requestfinished', (request) => pending.delete(request))
  return { context, look, opened: null, pending }
}

/** Opens an address in the page of the browser; in its history is one entry before it, as in a new page. */
export async function openFirst({ context, opened }: LentBrowser, url: string): Promise<Page> {
  const page = opened?.page ?? (await context.newPage())
  await page.goto(url)
  return page
}

/** Keeps a browser for a later test if it holds nothing of this one, and otherwise closes it. */
export async function giveBack(browser: LentBrowser, page: Page, url: string): Promise<void> {
  const session = await forget(browser, page, url).catch(() => null)
  if (session === null) return browser.context.close()
  const key = keyOf(browser.look)
  idle.set(key, [...(idle.get(key) ?? []), { ...browser, opened: { page, session } }])
}

const leaveMilliseconds = 10_000

/** Leaves a browser as that of a person who never used Ken. Null if this cannot be known. */
async function forget(
  { context, look, opened, pending }: LentBrowser,
  page: Page,
  url: string,
): Promise<CDPSession | null> {
  // A response on its way may set a cookie after they were cleared.
  if (look.isDisposable === true || pending.size > 0) return null
  for (const event of events) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // A page without scripts; of the same origin, so that the process stays the same.
  await page.goto(`${url}/healthz`, { timeout: leaveMilliseconds })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  await page.emulateMedia({ ...mediaOf(look), forcedColors: null, media: null })
  await page.setViewportSize(viewportOf(look))
  const session = opened?.session ?? (await context.newCDPSession(page))
  await session.send('Page.resetNavigationHistory')
  return pending.size > 0 ? null : session
}
