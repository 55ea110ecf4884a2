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

/** Whether the texts are anywhere in the memory of the scripts of a page. */
export async function heapHas(page: Page, texts: readonly string[]): Promise<readonly boolean[]> {
  const session = await page.context().newCDPSession(page)
  let snapshot = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (snapshot += chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return texts.map((text) => snapshot.includes(text))
}
