import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../api-context.ts'
import { rawPath } from './raw-path.ts'

/** The path of a base URL, such as `/ken`; empty for the root. */
export const mountPathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** Returns the path below a mount path. For a request outside of it, the result matches no route. */
export const pathBelow =
  (mountPath: string): typeof rawPath =>
  (request, options) => {
    const path = rawPath(request, options)
    if (path === mountPath) return '/'
    return path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : `/${path}`
  }

/** Prefixes the links of pages with a mount path. In pages, links start at the root. */
export const linksBelow =
  (mountPath: string): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    await next()
    if (context.res.headers.get('content-type')?.startsWith('text/html') !== true) return
    const page = await context.res.text()
    const linked = page.replaceAll(/ (href|src|action)="\/(?!\/)/g, ` $1="${mountPath}/`)
    context.res = new Response(linked, context.res)
  }
