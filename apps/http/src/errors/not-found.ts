import { notFoundPage } from '../pages/not-found-page.ts'
import { acceptsHtml } from '../request/accepts.ts'
import type { SurfaceContext } from '../surface.ts'
import { problem } from './problems.ts'

/** Answers that nothing is there: a page for a browser that navigates, else a problem. The only such answer, so that none differs (R49). */
export const answerNotFound = async (context: SurfaceContext): Promise<Response> =>
  ['GET', 'HEAD'].includes(context.req.method) && acceptsHtml(context.req.header('accept'))
    ? context.html(await notFoundPage(), 404)
    : problem(context, { code: 'http.not_found' })
