import type { Api } from '../api.ts'
import type { ApiApp, ApiContext } from '../api-context.ts'

/** A path for browsers and load balancers, outside the API: a page, an asset or a health check. */
export type Page = {
  readonly path: string
  readonly handler: (context: ApiContext, api: Api) => Response | Promise<Response>
}

/** Registers pages with the app. */
export function registerPages(app: ApiApp, pages: readonly Page[], api: Api): void {
  for (const { path, handler } of pages) app.get(path, (context) => handler(context, api))
}
