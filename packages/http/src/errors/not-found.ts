import type { Api } from '../api.ts'
import type { ApiContext } from '../api-context.ts'
import { respondShell } from '../console/serve-console.ts'
import { notFoundPage } from '../pages/not-found-page.ts'
import { acceptsHtml } from '../request/accepts.ts'
import { problem } from './problems.ts'

/** Paths without screens: a wrong address there is a mistake of a program or of a build. */
const withoutScreens = /^\/(?:api|assets|public)(?:\/|$)/

/** Responds 404: a page for a browser that navigates, else a problem. The only such response, so that no two differ. */
export async function respondNotFound(
  context: ApiContext,
  { console: files }: Pick<Api, 'console'>,
): Promise<Response> {
  const isNavigation =
    ['GET', 'HEAD'].includes(context.req.method) && acceptsHtml(context.req.header('accept'))
  if (!isNavigation) return problem(context, { code: 'http.not_found' })
  return files === null || withoutScreens.test(context.req.path)
    ? context.html(await notFoundPage(), 404)
    : respondShell(context, files, 404)
}
