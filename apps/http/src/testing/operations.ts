import type { OpenApiDocument } from '../openapi.ts'

/** An operation of a document, as far as tests walk it. */
export type Operation = {
  readonly name: string
  readonly method: string
  /** With an id that nothing has in place of a parameter. */
  readonly path: string
  /** What every path of the operation matches. */
  readonly pattern: RegExp
  /** The kinds of credentials it takes; none for what anybody may call. */
  readonly credentials: readonly string[]
  /** A sound body of JSON; undefined where there is none. */
  readonly example: { readonly [field: string]: unknown } | undefined
  readonly isBodyRequired: boolean
  readonly statuses: readonly string[]
  /** The names of its parameters in the query. */
  readonly queryNames: readonly string[]
  /** The names of its parameters among the headers. */
  readonly headerNames: readonly string[]
  /** The fields of the body that may be null. */
  readonly nullable: readonly string[]
  readonly isSignIn: boolean
  /** It is for Owner and Admin. */
  readonly isAdministration: boolean
}

/** What the generator writes of one operation. */
type Written = {
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json'?: { readonly example: object; readonly schema: WrittenSchema } }
  }
  readonly responses: object
}

type WrittenSchema = {
  readonly $ref?: string
  readonly properties?: { readonly [field: string]: { readonly type?: string | readonly string[] } }
}

function nullableFields(schema: WrittenSchema = {}, components: OpenApiDocument['components']): readonly string[] {
  const named = schema.$ref === undefined ? schema : (components?.schemas?.[schema.$ref.split('/').at(-1)!] as WrittenSchema)
  const fields = Object.entries(named.properties ?? {})
  return fields.filter(([, { type }]) => Array.isArray(type) && type.includes('null')).map(([name]) => name)
}

const anId = '00000000-0000-7000-8000-000000000000'

/** The operations of a document in its order. */
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
        queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        headerNames: parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
        nullable: nullableFields(requestBody?.content['application/json']?.schema, components),
        isSignIn: tags.includes('Sign-in'),
        isAdministration: tags.includes('Administration'),
      }),
    ),
  )
