import { OpenAPIHono } from '@hono/zod-openapi'
import { consoleRoutes, publicRoutes } from './routes/index.ts'
import type { Route } from './routing/define-route.ts'
import { routeDeclaration } from './routing/route-declaration.ts'
import { securitySchemes } from './security/security-schemes.ts'

/** An OpenAPI 3.1 document, as the generator types it. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const description = `Ken answers questions over a knowledge base and returns results with links to their sources, always with the permissions of the person who asks.

Every call needs an API key in \`Authorization: Bearer <API_KEY>\`; a person who is signed in can send an access token instead. A key acts as its owner and can see less than its owner, never more. A surface with a service key acts on behalf of the person in \`Ken-On-Behalf-Of\`. A key may send 60 requests per minute, and a person 600 with all keys and access tokens; \`RateLimit\` says how many remain.

Bodies are JSON in UTF-8 of at most 64 KiB; unknown fields are refused. Errors are problem details (RFC 9457): \`code\` is for programs, \`detail\` for people, and \`request_id\` identifies the request in the logs of the service, like the header \`X-Request-Id\` of every response.

The version is in the path. Fields and operations can be added to a version, never removed or changed.`

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' }

/** The public contract, generated from the validators of requests. Needs no running service. */
export const openApiDocument = (baseUrl: string): OpenApiDocument =>
  documentOf(publicRoutes, {
    openapi: '3.1.0',
    info: { title: 'Ken', version: '1', license, description },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Search', description: 'Results and their sources, read-only.' },
      { name: 'Reference', description: 'This contract.' },
    ],
  })

/** The other operations that the console calls. They change with the console, without notice. */
export const consoleDocument = (): OpenApiDocument =>
  documentOf(consoleRoutes, {
    openapi: '3.1.0',
    info: {
      title: "Ken's console",
      version: 'unstable',
      license,
      description:
        'The API of the console. Unstable: it changes with the console, without notice. Programs use the public contract at `/public/v1/openapi.json`.',
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Sign-in', description: 'Signing in and out.' },
      { name: 'Own account', description: 'The account of the person who is signed in.' },
      { name: 'Administration', description: 'For Owners and Admins.' },
      {
        name: 'Surfaces',
        description: 'Linking the senders of chat surfaces, for service keys.',
      },
    ],
  })

function documentOf(
  routes: readonly Route[],
  about: Parameters<OpenAPIHono['getOpenAPI31Document']>[0],
): OpenApiDocument {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono()
  for (const route of routes) openAPIRegistry.registerPath(routeDeclaration(route))
  const used = new Set<string>(routes.flatMap(({ guard }) => guard.credentials))
  for (const [name, scheme] of Object.entries(securitySchemes))
    if (used.has(name)) openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  return getOpenAPI31Document(about)
}
