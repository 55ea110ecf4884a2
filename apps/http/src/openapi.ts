import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { consoleRoutes, publicRoutes } from './routes/index.ts'

/** An OpenAPI 3.1 document, as the generator types it. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const description = `Ken answers questions over a knowledge base and returns findings with links to their sources, always under the permissions of the person asking.

Every call carries an API key in \`Authorization: Bearer <API_KEY>\`; a person who is signed in may send the access token in its place. A key acts as its owner and may see less than its owner, never more. A surface with a service key asks on behalf of whoever \`Ken-On-Behalf-Of\` names. A key may send 60 requests per minute; \`RateLimit\` says what is left.

Bodies are JSON in UTF-8 of at most 64 KiB; fields that are not listed are refused. Errors are problem details (RFC 9457): \`code\` is for programs, \`detail\` for people, and \`request_id\` names the request in the logs of the service, like the header \`X-Request-Id\` of every answer.

The version is in the path. A field or an operation may be added to a version, never removed or changed.`

/** The public contract, generated from the validators that requests pass. Needs no running service. */
export const openApiDocument = (baseUrl: string): OpenApiDocument =>
  documentOf(publicRoutes, {
    openapi: '3.1.0',
    info: { title: 'Ken', version: '1', description },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Search', description: 'Findings and their sources, read-only.' },
      { name: 'Reference', description: 'This contract itself.' },
    ],
  })

/** What the console calls besides the public contract. Not served: it changes with the console and promises nothing. */
export const consoleDocument = (): OpenApiDocument =>
  documentOf(consoleRoutes, {
    openapi: '3.1.0',
    info: { title: "Ken's console", version: '1' },
    tags: [
      { name: 'Sign-in', description: 'From address and password to a session, and back.' },
      { name: 'Own account', description: 'What belongs to the person who is signed in.' },
      { name: 'Administration', description: 'What Owners and Admins govern.' },
      { name: 'Surfaces', description: 'What chat surfaces with a service key ask before they ask on behalf of somebody.' },
    ],
  })

const credentials = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ken_…',
    description: 'An API key of Ken. It is shown once, when it is created.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'What a person gets who signs in, for 15 minutes: `POST /login` returns it.',
  },
  serviceKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ken_…',
    description: 'A service key: the API key of a surface that acts on behalf of many people, each named by `Ken-On-Behalf-Of`.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-ken_refresh',
    description: 'The refresh token of a browser; `ken_refresh` where Ken is reached over plain http.',
  },
} as const

function documentOf(routes: readonly RouteConfig[], about: Parameters<OpenAPIHono['getOpenAPI31Document']>[0]): OpenApiDocument {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono()
  for (const route of routes) openAPIRegistry.registerPath(route)
  const used = new Set(routes.flatMap(({ security = [] }) => security.flatMap((credential) => Object.keys(credential))))
  for (const [name, scheme] of Object.entries(credentials)) {
    if (used.has(name)) openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  return getOpenAPI31Document(about)
}
