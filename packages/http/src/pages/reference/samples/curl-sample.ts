import type { SampleRequest } from './sample-request.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A shell command. It ends with an error, after the problem, when it is refused. */
export function curlSample({ method, url, needsKey, body }: SampleRequest): string {
  const parts = [
    `curl --fail-with-body ${quoted(url)}`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined)
      ? []
      : [`--request ${method}`]),
    ...(needsKey ? ['--header "Authorization: Bearer $KEN_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
