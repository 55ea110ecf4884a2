import type { Page, Route } from 'playwright-core'

/** Refuses a request as one with an expired token. */
export function expire(route: Route): Promise<void> {
  const json = { status: 401, code: 'TOKEN_EXPIRED', title: 'Expired.', detail: 'Expired.' }
  return route.fulfill({ status: 401, contentType: 'application/problem+json', json })
}

/** Holds requests until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return resolve
}
