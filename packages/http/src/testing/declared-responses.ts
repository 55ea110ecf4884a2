import { isDeepStrictEqual } from 'node:util'
import type { z } from '@hono/zod-openapi'
import type { ApiApp } from '../api-context.ts'
import { consoleRoutes, publicRoutes } from '../routes/index.ts'
import { routeDeclaration } from '../routing/route-declaration.ts'

/** What an operation declares for one status. */
type Declared = {
  readonly content?: {
    readonly [type: string]:
      | { readonly schema?: z.ZodType; readonly examples?: { readonly [code: string]: unknown } }
      | undefined
  }
}
type Declaration = {
  readonly name: string
  readonly method: string
  readonly pattern: RegExp
  readonly responses: { readonly [status: string]: Declared | undefined }
}

const declarations: readonly Declaration[] = [...publicRoutes, ...consoleRoutes].map((route) => {
  const { operationId: name, method, path, responses } = routeDeclaration(route)
  return {
    name: name!, // Every route has one.
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    responses: responses as Declaration['responses'], // The library allows forms that no route uses.
  }
})

/**
 * Has an app throw instead of a response that its OpenAPI document does not declare: another status, type, code of a
 * problem or field. Streams are not read.
 */
export function withDeclaredResponses(app: ApiApp): ApiApp {
  const respond = app.fetch
  app.fetch = async (request, ...more) => {
    const response = await respond(request, ...more)
    const { pathname } = new URL(request.url)
    const declaration = declarations.find(
      ({ method, pattern }) =>
        method === request.method.replace('HEAD', 'GET') && pattern.test(pathname),
    )
    const fault =
      declaration === undefined
        ? null
        : await faultOf(declaration, response, request.method === 'HEAD')
    if (fault !== null) throw new Error(`${declaration?.name} responds with ${fault}.`)
    return response
  }
  return app
}

/** What of a response is not declared; null if everything is. */
async function faultOf(
  { responses }: Declaration,
  response: Response,
  isHead: boolean,
): Promise<string | null> {
  const declared = responses[response.status]
  if (declared === undefined) return `the status ${response.status}`
  const type = response.headers.get('content-type')?.split(';', 1)[0]
  if (type === undefined && declared.content === undefined) return null
  const content = declared.content?.[type ?? '']
  if (content === undefined) return `${type ?? 'no type'} and status ${response.status}`
  if (isHead || content.schema === undefined || type?.endsWith('json') !== true) return null
  const body = (await response.clone().json()) as { readonly code?: string }
  if (response.status >= 400 && content.examples?.[body.code ?? ''] === undefined)
    return `the code ${body.code} and status ${response.status}`
  const parsed = content.schema.safeParse(body)
  if (!parsed.success) return `another body: ${parsed.error.message}`
  // The schema leaves out what it does not have.
  return isDeepStrictEqual(parsed.data, body) ? null : 'a field'
}
