import type { ApiContext } from '../api-context.ts'
import { notFoundPage } from '../pages/not-found-page.ts'
import { acceptsHtml } from '../request/accepts.ts'
import { problem } from './problems.ts'

/** Responds 404: a page for a browser that navigates, else a problem. The only such response, so that no two differ. */
export const respondNotFound = async (context: ApiContext): Promise<Response> =>
  ['GET', 'HEAD'].includes(context.req.method) && acceptsHtml(context.req.header('accept'))
    ? context.html(await notFoundPage(), 404)
    : problem(context, { code: 'http.not_found' })
