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
  /** A sound body; undefined where there is none. */
  readonly example: { readonly [field: string]: unknown } | undefined
  readonly isBodyRequired: boolean
  readonly statuses: readonly string[]
  readonly isSignIn: boolean
}

/** What the generator writes of one operation. */
type Written = {
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json': { readonly example: object } }
  }
  readonly responses: object
}

const anId = '00000000-0000-7000-8000-000000000000'

/** The operations of a document in its order. */
export const operationsOf = ({ paths = {} }: OpenApiDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as { readonly [method: string]: Written }).map(
      ([method, { tags, security, requestBody, responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/, anId),
        pattern: new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`),
        credentials: security.flatMap((credential) => Object.keys(credential)),
        example: requestBody?.content['application/json'].example as Operation['example'],
        isBodyRequired: requestBody?.required === true,
        statuses: Object.keys(responses),
        isSignIn: tags.includes('Sign-in'),
      }),
    ),
  )
