import type { Page } from 'playwright-core'

const requestsMax = 3

/** The frame reads the account, for all screens. */
const ofFrame = new Set(['GET /api/v1/me'])

/** The requests that the screens of a page need from their address until the person acts. */
export type ScreenRequests = {
  /** The person acts: what follows is not of the screen itself. */
  readonly end: () => void
  /** The screens that needed too many. */
  readonly tooMany: readonly (readonly string[])[]
}

/** Counts what each screen asks of the API. The same request again, such as a poll, is one. */
export function countRequests(page: Page): ScreenRequests {
  const tooMany: (readonly string[])[] = []
  let screen: { readonly path: string; readonly requests: Set<string> } | null = null
  const end = () => {
    if (screen !== null && screen.requests.size > requestsMax)
      tooMany.push([screen.path, ...screen.requests])
    screen = null
  }
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    end()
    screen = { path: new URL(frame.url()).pathname, requests: new Set() }
  })
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const name = `${request.method()} ${pathname}`
    if (/^\/(api|public)\//.test(pathname) && !ofFrame.has(name))
      screen?.requests.add(`${name}${search}`)
  })
  return { end, tooMany }
}
