import type { Page } from 'playwright-core'

/** Leads to an address inside the page, as a link does: the page is not loaded again. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    // A browser sends it for entries that it leads to.
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
