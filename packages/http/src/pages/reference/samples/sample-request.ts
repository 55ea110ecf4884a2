import { schemaName } from '../field-list.ts'
import type { ReferenceOperation } from '../reference-model.ts'

/** A request with the examples of its operation. */
export type SampleRequest = {
  readonly method: string
  readonly url: string
  readonly needsKey: boolean
  /** The body as JSON; undefined without one. */
  readonly body: unknown
  /** What a successful response has: JSON, of this type if it has a name, other text, or nothing. */
  readonly response:
    | { readonly kind: 'json'; readonly type: string | undefined }
    | { readonly kind: 'text' | 'none' }
}

/** The request that samples of an operation send. */
export function sampleRequest(
  serverUrl: string,
  { method, path, security, parameters = [], requestBody, responses }: ReferenceOperation,
): SampleRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.name === name)?.schema.example
    return encodeURIComponent(typeof example === 'string' ? example : name)
  })
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return {
    method,
    url: serverUrl + filled,
    needsKey: security.length > 0,
    body: requestBody?.content['application/json']?.example,
    response: kindOf(success?.content),
  }
}

function kindOf(
  content: ReferenceOperation['responses'][string]['content'],
): SampleRequest['response'] {
  if (content === undefined) return { kind: 'none' }
  const json = content['application/json']
  return json === undefined
    ? { kind: 'text' }
    : { kind: 'json', type: schemaName({ $ref: json.schema?.$ref }) }
}
