import type { ApiApp, ApiContext } from '../api-context.ts'
import { problem } from '../errors/problems.ts'
import { acceptedCoding, acceptsHtml } from '../request/accepts.ts'
import { respond } from '../respond.ts'
import type { ConsoleAsset, ConsoleFiles } from './console-files.ts'
import { missingConsolePage } from './missing-console-page.ts'

/** Programs post here; only browsers come to see a screen. */
const signInPath = '/login'

/** Registers every path of the console and its assets. */
export function serveConsole(app: ApiApp, files: ConsoleFiles | null): void {
  if (files === null) {
    app.get('/', async (context) => context.html(await missingConsolePage(), 503))
    return
  }
  for (const path of files.paths)
    app.get(path, (context) =>
      path === signInPath && !acceptsHtml(context.req.header('accept'))
        ? problem(context, { code: 'http.method_not_allowed', allow: ['POST'] })
        : respondShell(context, files, 200),
    )
  for (const [path, asset] of files.assets) app.get(path, (context) => respondAsset(context, asset))
}

/** Responds with the shell. Browsers ask again each time whether it has changed. */
export function respondShell(
  context: ApiContext,
  { shell, etag }: ConsoleFiles,
  status: 200 | 404,
): Response {
  const headers = { 'Cache-Control': 'no-cache', ETag: etag }
  const isKnown = isIn(context.req.header('if-none-match'), etag)
  // Only a page that exists can be unchanged.
  if (isKnown && status === 200) return respond(context, null, 304, headers)
  return respond(context, shell, status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' })
}

/** Whether an `If-None-Match` header has this tag, by weak comparison (RFC 9110, section 13.1.2). */
const isIn = (header: string | undefined, etag: string): boolean =>
  header === '*' ||
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true

const year = 'public, max-age=31536000, immutable'

function respondAsset(context: ApiContext, { type, content }: ConsoleAsset): Response {
  const coding = acceptedCoding(context.req.header('accept-encoding'), content)
  return respond(context, content[coding] ?? null, 200, {
    'Content-Type': type,
    'Cache-Control': year,
    Vary: 'Accept-Encoding',
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  })
}
