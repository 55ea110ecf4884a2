import type { OpenApiDocument } from '../openapi.ts'

/** The subset of JSON Schema that the generator uses. */
export type SchemaNode = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
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
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: ReferenceResponse }
}

/** The parts of a document that the reference shows. */
export type Reference = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl: string
  readonly operations: readonly ReferenceOperation[]
  readonly schemas: ReadonlyArray<readonly [name: string, schema: SchemaNode]>
  readonly problems: readonly ReferenceProblem[]
}

/** One kind of problem, from the document's examples. */
export type ReferenceProblem = {
  readonly code: string
  readonly title: string
  readonly status: number
  readonly detail: string
}

/** Reads a document in reading order. */
export function referenceOf(document: OpenApiDocument): Reference {
  // The generator's types permit all of OpenAPI; these types describe what the routes produce.
  const paths = document.paths as unknown as {
    [path: string]: { [method: string]: Omit<ReferenceOperation, 'method' | 'path'> }
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? '',
    serverUrl: document.servers?.[0]?.url ?? '',
    operations,
    schemas: Object.entries(
      (document.components?.schemas ?? {}) as unknown as { [name: string]: SchemaNode },
    ),
    problems: problemsOf(operations),
  }
}

function problemsOf(operations: readonly ReferenceOperation[]): readonly ReferenceProblem[] {
  const examples = operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}))
    .map(({ value }) => value as ReferenceProblem)
  return [...new Map(examples.map((problem) => [problem.code, problem])).values()].toSorted(
    (left, right) => left.status - right.status || left.code.localeCompare(right.code),
  )
}
