import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

// JSON escapes text as Python does.
const quoted = (text: string): string => JSON.stringify(text)

const notation: Notation = {
  text: quoted,
  name: quoted,
  object: (fields) => `{${fields}}`,
  constants: { true: 'True', false: 'False', null: 'None' },
}

/** A program for Python, with its standard library alone. */
export function pythonSample({ method, url, needsKey, body, response }: SampleRequest): string {
  const headers = [
    ...(needsKey ? [`        "Authorization": f"Bearer {os.environ['KEN_API_KEY']}",`] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ]
  const data =
    body === undefined ? [] : [`    data=json.dumps(${literal(body, notation)}).encode(),`]
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${quoted(url)},`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...data,
    ')',
    'try:',
    '    with urlopen(request) as response:',
    `        ${{ json: 'print(json.load(response))', text: 'print(response.read().decode())', none: 'pass' }[response.kind]}`,
    'except HTTPError as refusal:',
    '    raise SystemExit(json.load(refusal)["detail"])',
  ].join('\n')
}
