import { Hono, type Context } from 'hono'
import { METHODS } from 'hono/router'
import { answerError } from './errors/answer-error.ts'
import { answerNotFound } from './errors/not-found.ts'
import { problem } from './errors/problems.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './pages/reference-page.ts'
import { clientAddress } from './request/client-address.ts'
import { rawPath } from './request/raw-path.ts'
import { requestFrame } from './request-frame.ts'
import { mountRoutes } from './routes/index.ts'
import { crossOriginSharing } from './security/cross-origin-sharing.ts'
import { deviceCookie } from './security/device-cookie.ts'
import { refreshCookie } from './security/refresh-cookie.ts'
import type { Surface, SurfaceApp, SurfaceEnv } from './surface.ts'

/** What the app is made of; `isDraining` comes from the server it runs in. */
export type AppOptions = Pick<Surface, 'ken' | 'log'> & Partial<Pick<Surface, 'isDraining'>>

/** Ken's HTTP surface as a web-standard `fetch`, to be served by `startHttpServer` or by an embedding program. */
export function createApp({ ken, log, isDraining = () => false }: AppOptions): SurfaceApp {
  const { baseUrl, corsOrigins, trustedProxies } = ken.config
  const surface: Surface = {
    ken,
    log,
    isDraining,
    clientAddress: clientAddress(trustedProxies),
    deviceCookie: deviceCookie(baseUrl),
    refreshCookie: refreshCookie(baseUrl),
  }
  const app: SurfaceApp = new Hono<SurfaceEnv>({ getPath: rawPath })
  app.use(requestFrame(surface))
  if (corsOrigins.length > 0) app.use('/public/v1/*', crossOriginSharing(corsOrigins))
  app.onError(answerError(surface))
  app.notFound((context) => {
    const allow = allowedMethods(app, context)
    return allow.length === 0 ? answerNotFound(context) : problem(context, { code: 'http.method_not_allowed', allow })
  })

  const document = openApiDocument(baseUrl)
  mountRoutes(app, surface, { document, reference: referencePage(document) })
  return app
}

/** The methods that have a route at the path that was asked for. */
function allowedMethods(app: SurfaceApp, context: Context): readonly string[] {
  const methods = METHODS.map((method) => method.toUpperCase()).filter((method) =>
    app.router.match(method, context.req.path)[0].some(([[, route]]) => route.method !== 'ALL'),
  )
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}
