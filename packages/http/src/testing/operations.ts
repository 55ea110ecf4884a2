import type { OpenApiDocument } from '../openapi.ts'

/** An operation of a document, as tests use it. */
export type Operation = {
  readonly name: string
  readonly method: string
  /** The path with an unknown id for each parameter. */
  readonly path: string
  /** Matches every path of the operation. */
  readonly pattern: RegExp
  /** The accepted credentials; empty if none is required. */
  readonly credentials: readonly string[]
  /** A valid JSON body; undefined if the operation has none. */
  readonly example: { readonly [field: string]: unknown } | undefined
  readonly isBodyRequired: boolean
  readonly statuses: readonly string[]
  /** The names of its query parameters. */
  readonly queryNames: readonly string[]
  /** The names of its header parameters. */
  readonly headerNames: readonly string[]
  /** The fields of the body that may be null. */
  readonly nullable: readonly string[]
  readonly isSignIn: boolean
  /** True if it is for Owner and Admin only. */
  readonly isAdministration: boolean
}

/** One operation in the generated document. */
type Written = {
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: {
      readonly 'application/json'?: { readonly example: object; readonly schema: WrittenSchema }
    }
  }
  readonly responses: object
}

type WrittenSchema = {
  readonly $ref?: string
  readonly properties?: { readonly [field: string]: { readonly type?: string | readonly string[] } }
}

function nullableFields(
  schema: WrittenSchema = {},
  components: OpenApiDocument['components'],
): readonly string[] {
  const named =
    schema.$ref === undefined
      ? schema
      : (components?.schemas?.[schema.$ref.split('/').at(-1)!] as WrittenSchema)
  const fields = Object.entries(named.properties ?? {})
  return fields
    .filter(([, { type }]) => Array.isArray(type) && type.includes('null'))
    .map(([name]) => name)
}

/** The id in the path of every operation. */
export const anId = '00000000-0000-7000-8000-000000000000'

/** Returns the operations of a document, in its order. */
export const operationsOf = ({ paths = {}, components }: OpenApiDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as { readonly [method: string]: Written }).map(
      ([method, { tags, security, parameters = [], requestBody, responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, anId),
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        credentials: security.flatMap((credential) => Object.keys(credential)),
        example: requestBody?.content['application/json']?.example as Operation['example'],
        isBodyRequired: requestBody?.required === true,
        statuses: Object.keys(responses),
        queryNames: parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name }) => name),
        headerNames: parameters
          .filter((parameter) => parameter.in === 'header')
          .map(({ name }) => name),
        nullable: nullableFields(requestBody?.content['application/json']?.schema, components),
        isSignIn: tags.includes('Sign-in'),
        isAdministration: tags.includes('Administration'),
      }),
    ),
  )
