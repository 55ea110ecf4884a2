import type { z } from 'zod'
import { withoutEmptyOptions } from './without-empty-options.ts'

/** The interface of a schema that the SDK reads. */
type Standard<Schema extends z.ZodType> = Schema['~standard']

/** An input with more faults is still refused, with the first of them. */
const issuesMax = 5

/**
 * The schema of an input, whose refusals stay short. Optional arguments may be empty; `meant` sees them before they are
 * left out.
 */
export const inputSchemaOf = <Schema extends z.ZodObject>(
  schema: Schema,
  meant: (value: unknown) => unknown = (value) => value,
): Schema => {
  const complete = withoutEmptyOptions(schema)
  return fixedSchema(schema, async (value) => {
    const result = await complete['~standard'].validate(meant(value))
    return result.issues === undefined ? result : { issues: result.issues.slice(0, issuesMax) }
  })
}

/**
 * The schema of an output that `toolResult` has read already. It allows further fields: clients check results with the
 * schema that they read when they connected, which may be of an earlier version.
 */
export const outputSchemaOf = <Schema extends z.ZodType>(schema: Schema): Schema =>
  fixedSchema(schema, (value) => ({ value }))

/**
 * A schema that is written as JSON Schema only once, because a stateless server is made for each request. It does not
 * name its dialect: 2020-12 is the default of the protocol, and some clients of 2025 cannot read a schema that names it.
 */
function fixedSchema<Schema extends z.ZodType>(
  schema: Schema,
  validate: (value: unknown) => unknown,
): Schema {
  const standard = schema['~standard'] as Standard<Schema>
  const { jsonSchema } = standard
  const written = new Map<string, Record<string, unknown>>()
  const once =
    (io: 'input' | 'output') =>
    (options: Parameters<typeof jsonSchema.input>[0]): Record<string, unknown> => {
      const key = `${io} ${options.target}`
      const known = written.get(key)
      if (known !== undefined) return known
      const json = withoutKeys(io, jsonSchema[io](options))
      written.set(key, json)
      return json
    }
  return {
    '~standard': {
      ...standard,
      validate,
      jsonSchema: { input: once('input'), output: once('output') },
    },
  } as unknown as Schema // The SDK reads nothing else of a schema.
}

/** A JSON Schema without its dialect; that of an output also without the refusal of further fields. */
function withoutKeys(io: 'input' | 'output', schema: Record<string, unknown>) {
  const left = io === 'input' ? ['$schema'] : ['$schema', 'additionalProperties']
  const json = JSON.stringify(schema, (key, value: unknown) =>
    left.includes(key) ? undefined : value,
  )
  return JSON.parse(json) as Record<string, unknown> // As it was, without some keys.
}
