import { breaksOfSchema, type Direction, type Schema } from './schema-breaks.ts'

/** The compared parts of an OpenAPI document. */
export type Contract = {
  readonly info: { readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: {
    readonly schemas: Schemas
    readonly securitySchemes: { readonly [name: string]: { readonly [member: string]: unknown } }
  }
}
type Schemas = { readonly [name: string]: Schema }
type Content = {
  readonly [mediaType: string]: { readonly schema?: Schema; readonly examples?: object }
}
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}
type ResponseContract = {
  readonly headers?: { readonly [name: string]: { readonly schema?: Schema } }
  readonly content?: Content
}
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: { readonly [status: string]: ResponseContract }
  readonly security?: readonly object[]
}

/** Both sides of a comparison. */
type Sides<Part> = { readonly before: Part; readonly after: Part }

/**
 * Describes the changes that break programs written for the old contract. Empty if all changes are additions:
 * operations, optional fields and parameters, wider limits, more response fields, more kinds of errors. Unknown
 * constructs count as breaking.
 */
export function breakingChanges(before: Contract, after: Contract): readonly string[] {
  const version = before.info.version === after.info.version ? [] : ['the version is another']
  const names = removed(before.components.schemas, after.components.schemas).map(
    (name) => `object ${name}: removed or renamed`,
  )
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const successor = after.paths[path]?.[method]
      const breaks =
        successor === undefined
          ? ['removed or moved']
          : breaksOfOperation({ before: operation, after: successor }, { before, after })
      return breaks.map((text) => `${method.toUpperCase()} ${path}: ${text}`)
    }),
  )
  return [...version, ...names, ...breaksOfCredentials({ before, after }), ...operations]
}

function breaksOfOperation(
  { before, after }: Sides<Operation>,
  contracts: Sides<Contract>,
): readonly string[] {
  const sides = { before, after }
  const accepted = new Set((after.security ?? []).map((credential) => JSON.stringify(credential)))
  const refused = (before.security ?? [])
    .map((credential) => JSON.stringify(credential))
    .filter((text) => !accepted.has(text))
  const isClosed = before.security?.length === 0 && after.security?.length !== 0
  return [
    ...(before.operationId === after.operationId
      ? []
      : [`renamed from ${before.operationId} to ${after.operationId}`]),
    ...(isClosed
      ? ['needs a credential now']
      : refused.map((text) => `no longer takes the credential ${text}`)),
    ...breaksOfParameters(sides, contracts),
    ...breaksOfBody(sides, contracts),
    ...breaksOfResponses(sides, contracts),
  ]
}

function breaksOfParameters(
  { before, after }: Sides<Operation>,
  contracts: Sides<Contract>,
): readonly string[] {
  const named = ({ parameters = [] }: Operation) =>
    new Map(
      parameters.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]),
    )
  const [old, current] = [named(before), named(after)]
  const added = [...current].filter(
    ([name, { required }]) => required === true && old.get(name)?.required !== true,
  )
  const changed = [...old].flatMap(([name, { schema }]) => {
    const successor = current.get(name)
    if (successor === undefined) return [`${name}: removed or renamed`]
    return compared(name, 'sent', { before: schema, after: successor.schema }, contracts)
  })
  return [...added.map(([name]) => `${name}: required now`), ...changed]
}

function breaksOfBody(
  { before, after }: Sides<Operation>,
  contracts: Sides<Contract>,
): readonly string[] {
  const [old, current] = [before.requestBody, after.requestBody]
  const required =
    current?.required === true && old?.required !== true ? ['body: required now'] : []
  return [
    ...required,
    ...breaksOfContent(
      'body',
      'sent',
      { before: old?.content, after: current?.content },
      contracts,
    ),
  ]
}

function breaksOfResponses(
  { before, after }: Sides<Operation>,
  contracts: Sides<Contract>,
): readonly string[] {
  const newSuccesses = removed(after.responses, before.responses).filter((status) => status < '400')
  const changed = Object.entries(before.responses).flatMap(
    ([status, { headers = {}, content }]) => {
      const [name, successor] = [`response ${status}`, after.responses[status]]
      if (successor === undefined) return [`${name}: removed`]
      const current = successor.headers ?? {}
      return [
        ...removed(headers, current).map(
          (header) => `${name}: header ${header}: removed or renamed`,
        ),
        ...Object.entries(headers).flatMap(([header, { schema }]) =>
          compared(
            `${name}: header ${header}`,
            'received',
            { before: schema, after: current[header]?.schema },
            contracts,
          ),
        ),
        ...breaksOfContent(
          name,
          'received',
          { before: content, after: successor.content },
          contracts,
        ),
      ]
    },
  )
  return [...newSuccesses.map((status) => `response ${status}: new, and not an error`), ...changed]
}

function breaksOfContent(
  name: string,
  direction: Direction,
  { before = {}, after = {} }: Sides<Content | undefined>,
  contracts: Sides<Contract>,
): readonly string[] {
  return Object.entries(before).flatMap(([type, { schema, examples = {} }]) => {
    const successor = after[type]
    if (successor === undefined) return [`${name}: no longer ${type}`]
    // The names of problem examples are codes, which programs compare.
    const codes =
      type === 'application/problem+json' ? removed(examples, successor.examples ?? {}) : []
    return [
      ...codes.map((code) => `${name}: code ${code}: removed or renamed`),
      ...compared(name, direction, { before: schema, after: successor.schema }, contracts),
    ]
  })
}

/** How a credential is sent. */
const essence = (scheme: object | undefined) =>
  JSON.stringify({ ...scheme, description: null, bearerFormat: null })

function breaksOfCredentials({ before, after }: Sides<Contract>): readonly string[] {
  return Object.entries(before.components.securitySchemes)
    .filter(([name, scheme]) => essence(after.components.securitySchemes[name]) !== essence(scheme))
    .map(([name]) => `credential ${name}: removed, renamed or sent in another way`)
}

function compared(
  name: string,
  direction: Direction,
  { before = {}, after = {} }: Sides<Schema | undefined>,
  contracts: Sides<Contract>,
): readonly string[] {
  const schemas = {
    before: contracts.before.components.schemas,
    after: contracts.after.components.schemas,
  }
  return breaksOfSchema({ before, after }, direction, schemas).map((text) => `${name}: ${text}`)
}

/** The removed members. */
const removed = (before: object, after: object): readonly string[] =>
  Object.keys(before).filter((name) => !Object.hasOwn(after, name))
