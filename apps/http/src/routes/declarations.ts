import { z } from '@hono/zod-openapi'
import { soundBodyProblems } from '../request/sound-body.ts'

/** A body of JSON that must be there. */
export const jsonRequest = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) => ({
  body: { required: true, content: { 'application/json': { schema, example } } },
})

/** No body, or an empty object of JSON: nothing that a form can send (R44), and no field that is not known. */
export const emptyRequest = {
  body: { required: false, content: { 'application/json': { schema: z.strictObject({}), example: {} } } },
}

/** No body, or an object of JSON whose fields are all optional. */
export const optionalJsonRequest = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) => ({
  body: { required: false, content: { 'application/json': { schema, example } } },
})

/** An answer of JSON. */
export const jsonAnswer = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
})

/** What every route may answer. */
export const anyProblems = ['http.internal', 'http.unavailable'] as const

/** What every route with a body may answer. */
export const bodyProblems = [...soundBodyProblems, ...anyProblems] as const
