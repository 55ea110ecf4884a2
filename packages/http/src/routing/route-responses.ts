import type { RouteConfig } from '@hono/zod-openapi'

type ZodContentObject = NonNullable<NonNullable<RouteConfig['request']>['body']>['content']

/** The OpenAPI descriptions of headers by name. */
export type HeaderDescriptions = {
  [name: string]: { readonly description: string; readonly schema: { readonly type: 'string' } }
}

/** Responses by status. Routes define their responses inline, without references. */
export type RouteResponses = {
  readonly [status: string]: {
    readonly description: string
    readonly headers?: HeaderDescriptions
    readonly content?: ZodContentObject
  }
}
