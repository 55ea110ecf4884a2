import type { Page } from 'playwright-core'

/** Everything that the scripts of a page can store. */
export const stored = (page: Page) =>
  page.evaluate(async () => ({
    localStorage: Object.entries(localStorage),
    sessionStorage: Object.entries(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: 'caches' in window ? await caches.keys() : [],
    cookies: document.cookie,
  }))
