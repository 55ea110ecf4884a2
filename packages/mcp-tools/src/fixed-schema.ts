import type { z } from 'zod'
import { withoutEmptyOptions } from './without-empty-options.ts'

/** The interface of a schema that the SDK reads. */
type Standard<Schema extends z.ZodType> = Schema['~standard']

/** An input with more faults is still refused, with the first of them. */
const issuesMax = 5

/** The schema of an input, whose refusals stay short. Optional arguments may be empty. */
export const inputSchemaOf = <Schema extends z.ZodObject>(schema: Schema): Schema => {
  const complete = withoutEmptyOptions(schema)
  return fixedSchema(schema, async (value) => {
    const result = await complete['~standard'].validate(value)
    return result.issues === undefined ? result : { issues: result.issues.slice(0, issuesMax) }
  })
}

/** The schema of an output that `toolResult` has read already. */
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
      const { $schema: _, ...json } = jsonSchema[io](options)
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
