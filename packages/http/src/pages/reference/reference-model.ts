import type { OpenApiDocument } from '../../openapi.ts'

/** The subset of JSON Schema that the generator uses. */
export type SchemaNode = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly example?: unknown
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: SchemaNode
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: SchemaNode }
}

type Content = {
  readonly [mediaType: string]: {
    readonly schema?: SchemaNode
    readonly example?: unknown
    readonly examples?: {
      readonly [name: string]: { readonly summary: string; readonly value: unknown }
    }
  }
}

/** A value in the path, the query or a header. */
export type ReferenceParameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: SchemaNode
}

/** One response of an operation. */
export type ReferenceResponse = {
  readonly description: string
  readonly headers?: { readonly [name: string]: { readonly description: string } }
  readonly content?: Content
}

/** One operation with its method and path. */
export type ReferenceOperation = {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** Each member names a credential that is enough; empty if none is needed. */
  readonly security: readonly { readonly [credential: string]: readonly string[] }[]
  readonly parameters?: readonly ReferenceParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: ReferenceResponse }
}

/** The parts of a document that the reference shows. */
export type Reference = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl: string
  /** The credentials, with their descriptions. */
  readonly credentials: ReadonlyArray<readonly [name: string, description: string]>
  readonly operations: readonly ReferenceOperation[]
  readonly schemas: ReadonlyArray<readonly [name: string, schema: SchemaNode]>
}

/** What the routes produce. */
type Produced = {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: Omit<ReferenceOperation, 'method' | 'path'>
    }
  }
  readonly components?: {
    readonly schemas?: { readonly [name: string]: SchemaNode }
    readonly securitySchemes?: { readonly [name: string]: { readonly description: string } }
  }
}

/** Reads a document in reading order. */
export function referenceOf(document: OpenApiDocument): Reference {
  const { paths, components = {} } = document as unknown as Produced // the generator's types permit all of OpenAPI
  const { schemas = {}, securitySchemes = {} } = components
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? '',
    serverUrl: document.servers?.[0]?.url ?? '',
    credentials: Object.entries(securitySchemes).map(([name, { description }]) => [
      name,
      description,
    ]),
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    ),
    schemas: Object.entries(schemas),
  }
}

/** The codes of the problems that an operation can respond with. */
export const problemCodesOf = ({ responses }: ReferenceOperation): readonly string[] =>
  Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  )
