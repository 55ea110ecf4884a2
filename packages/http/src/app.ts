import { Hono, type Context } from 'hono'
import { METHODS } from 'hono/router'
import type { Api } from './api.ts'
import type { ApiApp, ApiEnv } from './api-context.ts'
import { readConsole } from './console/console-files.ts'
import { serveConsole } from './console/serve-console.ts'
import { errorHandler } from './errors/error-handler.ts'
import { respondNotFound } from './errors/not-found.ts'
import { kindsOfProblem } from './errors/kinds-of-problem.ts'
import { problem } from './errors/problems.ts'
import { consoleDocument, openApiDocument } from './openapi.ts'
import { loadTools, serveMcp } from './mcp/serve-mcp.ts'
import { referencePage } from './pages/reference/reference-page.ts'
import { requestMiddleware } from './request-middleware.ts'
import { clientAddress } from './request/client-address.ts'
import { linksBelow, mountPathOf, pathBelow } from './request/mount-path.ts'
import { rawPath } from './request/raw-path.ts'
import { registerChatRoutes } from './routes/chat/chat-route.ts'
import { chatRoutes, consoleRoutes, pages, publicRoutes } from './routes/index.ts'
import { registerPages } from './routing/register-pages.ts'
import { registerRoutes } from './routing/register-routes.ts'
import { crossOriginSharing, publicContractHeaders } from './security/cross-origin-sharing.ts'
import { deviceCookie } from './security/cookies/device-cookie.ts'
import { onlyBeforeSetup } from './security/only-before-setup.ts'
import { refreshCookie } from './security/cookies/refresh-cookie.ts'

/**
 * The dependencies of the app; `isDraining` comes from the server, and by default the console from this package and the
 * tools of the Model Context Protocol from theirs.
 */
export type AppOptions = Pick<Api, 'ken' | 'log'> &
  Partial<Pick<Api, 'console' | 'isDraining' | 'loadMcp'>> & {
    /** Whether requests come with the path of `baseUrl`. A proxy removes it. */
    readonly isMounted?: boolean
  }

/** Ken's HTTP surface as a web-standard `fetch`, to be served by `startHttpServer` or by an embedding program. */
export function createApp({
  ken,
  log,
  console: consoleFiles = readConsole(),
  isDraining = () => false,
  isMounted = false,
  loadMcp = loadTools,
}: AppOptions): ApiApp {
  const { baseUrl, corsOrigins, trustedProxies } = ken.config
  const document = once(() => openApiDocument(baseUrl))
  const api: Api = {
    ken,
    log,
    isDraining,
    console: consoleFiles,
    loadMcp,
    clientAddress: clientAddress(trustedProxies),
    deviceCookie: deviceCookie(baseUrl),
    refreshCookie: refreshCookie(baseUrl),
    contract: {
      document,
      reference: once(() => referencePage(document(), kindsOfProblem())),
      consoleDocument: once(consoleDocument),
    },
  }
  const mountPath = mountPathOf(baseUrl)
  const app: ApiApp = new Hono<ApiEnv>({
    getPath: isMounted && mountPath !== '' ? pathBelow(mountPath) : rawPath,
  })
  app.use(requestMiddleware(api))
  if (mountPath !== '') app.use(linksBelow(mountPath))
  if (corsOrigins.length > 0)
    app.use('/public/v1/*', crossOriginSharing(corsOrigins, publicContractHeaders))
  app.onError(errorHandler(api))
  app.notFound((context) => {
    const allow = allowedMethods(app, context)
    return allow.length === 0
      ? respondNotFound(context, api)
      : problem(context, { code: 'http.method_not_allowed', allow })
  })

  app.use('/setup', onlyBeforeSetup(api))
  registerRoutes(app, [...publicRoutes, ...consoleRoutes], api)
  registerPages(app, pages, api)
  registerChatRoutes(app, chatRoutes, api)
  serveMcp(app, api, isMounted ? mountPath : '')
  serveConsole(app, consoleFiles)
  return app
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** The methods with a route at the requested path. */
function allowedMethods(app: ApiApp, context: Context): readonly string[] {
  const methods = METHODS.map((method) => method.toUpperCase()).filter((method) =>
    app.router.match(method, context.req.path)[0].some(([[, route]]) => route.method !== 'ALL'),
  )
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}
