import type { ReferenceOperation } from './reference-model.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A shell command that calls the operation with its example body. */
export function curlExample(
  serverUrl: string,
  { method, path, security, requestBody }: ReferenceOperation,
): string {
  const example = requestBody?.content['application/json']?.example
  const parts = [
    `curl ${quoted(serverUrl + path)}`,
    ...(method === 'GET' || (method === 'POST' && example !== undefined)
      ? []
      : [`--request ${method}`]),
    ...(security.length === 0 ? [] : ['--header "Authorization: Bearer $KEN_API_KEY"']),
    ...(example === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(example))}`]),
  ]
  return parts.join(' \\\n  ')
}
