import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { giveBack, lendBrowser, openFirst } from './support/lent-browser.ts'
import { visit, type Visit } from './support/visit.ts'

/** A look that no other test has. */
const look = { width: 777 }

/** A server whose pages are empty, and which never responds to `/slow`. */
async function emptyServer() {
  const server = createServer(({ url }, response) => {
    if (url !== '/slow') response.setHeader('content-type', 'text/html').end('<title>Empty</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  onTestFinished(() => server.closeAllConnections())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}` }
}

/** What a page has of a test before. */
const left = async ({ page, context }: Pick<Visit, 'page' | 'context'>) => ({
  cookies: await context.cookies(),
  size: page.viewportSize(),
  tabs: context.pages().length,
  ...(await page.evaluate(() => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    entries: history.length,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrinted: matchMedia('print').matches,
    hasForcedColors: matchMedia('(forced-colors: active)').matches,
    title: document.title,
  }))),
})

async function leaveTraces({ page, context, url, tab }: Visit): Promise<void> {
  await tab()
  await context.addCookies([{ name: 'session', value: 'old', url }])
  await page.evaluate(() => {
    localStorage.setItem('local', 'old')
    sessionStorage.setItem('session', 'old')
    // As a page that leaves a text to the next one.
    addEventListener('pagehide', () => sessionStorage.setItem('left', 'old'))
  })
  await page.goto(`${url}/other`)
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', media: 'print' })
  await page.setViewportSize({ width: 320, height: 400 })
  await page.route('**/*', (route) => route.fulfill({ body: 'old', contentType: 'text/html' }))
  await context.setOffline(true)
}

it('a page that tests use one after another has nothing of the test before', async () => {
  const server = await emptyServer()
  let first: Page
  let expected: object
  {
    await using seen = await visit(server, '/', look)
    first = seen.page
    expected = await left(seen)
    await leaveTraces(seen)
    expect(await left(seen)).not.toEqual(expected)
  }
  await using next = await visit(server, '/', look)
  expect(next.page === first).toBe(true)
  expect(await left(next)).toEqual(expected)
})

it('a page is not used again when a request may still set a cookie', async () => {
  const server = await emptyServer()
  let first: Page
  {
    await using seen = await visit(server, '/', look)
    first = seen.page
    const sent = first.waitForRequest('**/slow')
    await first.evaluate(() => void fetch('/slow', { method: 'POST' }).catch(() => {}))
    await sent
  }
  expect(first.isClosed()).toBe(true)
})

it('a page is not used again when it sends such a request while it is left', async () => {
  const server = await emptyServer()
  let first: Page
  {
    await using seen = await visit(server, '/', look)
    first = seen.page
    await first.evaluate(() => {
      const init = { method: 'POST', keepalive: true }
      addEventListener('beforeunload', () => void fetch('/slow', init).catch(() => {}))
    })
  }
  expect(first.isClosed()).toBe(true)
})

let ofFailed: Page
it.fails('a test that fails', async () => {
  const lent = await lendBrowser(look)
  const { url } = await emptyServer()
  ofFailed = await openFirst(lent, url)
  await giveBack(lent, ofFailed, url)
  expect.unreachable()
})
it('a page is not used again after a test that failed', () => {
  expect(ofFailed.isClosed()).toBe(true)
})

it('a page is not used again when the test changed what it cannot undo', async () => {
  const server = await emptyServer()
  let first: Page
  {
    await using seen = await visit(server, '/', { ...look, isDisposable: true })
    first = seen.page
  }
  expect(first.isClosed()).toBe(true)
})
