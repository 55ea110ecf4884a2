import { OpenAPIHono } from '@hono/zod-openapi'
import { publicRoutes } from './routes/index.ts'

/** An OpenAPI 3.1 document, as the generator types it. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const description = `Ken answers questions over a knowledge base and returns findings with links to their sources, always under the permissions of the person asking.

Every call carries an API key in \`Authorization: Bearer <API_KEY>\`. A key acts as its owner and may see less than its owner, never more. A key may send 60 requests per minute; \`RateLimit\` says what is left.

Bodies are JSON in UTF-8 of at most 64 KiB; fields that are not listed are refused. Errors are problem details (RFC 9457): \`code\` is for programs, \`detail\` for people, and \`request_id\` names the request in the logs of the service, like the header \`X-Request-Id\` of every answer.

The version is in the path. A field or an operation may be added to a version, never removed or changed.`

/** The public contract, generated from the validators that requests pass. Needs no running service. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono()
  for (const route of publicRoutes) openAPIRegistry.registerPath(route)
  openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ken_…',
    description: 'An API key of Ken. It is shown once, when it is created.',
  })
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Ken', version: '1', description },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Search', description: 'Findings and their sources, read-only.' },
      { name: 'Reference', description: 'This contract itself.' },
    ],
  })
}
