import { z } from '@hono/zod-openapi'

/** A required JSON body. */
export const jsonRequest = <Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
) => ({
  body: { required: true, content: { 'application/json': { schema, example } } },
})

/** No body, or an empty JSON object. */
export const emptyRequest = {
  body: {
    required: false,
    content: { 'application/json': { schema: z.strictObject({}), example: {} } },
  },
}

/** No body, or a JSON object whose fields are all optional. */
export const optionalJsonRequest = <Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
) => ({
  body: { required: false, content: { 'application/json': { schema, example } } },
})

/** A JSON response. */
export const jsonResponse = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
})

/** The failures that every route can return. */
export const anyProblems = ['http.internal', 'http.unavailable'] as const

/** The failures that a route with a query can return. */
export const queryProblems = ['http.invalid_request'] as const
