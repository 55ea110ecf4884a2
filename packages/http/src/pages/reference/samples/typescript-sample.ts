import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const notation: Notation = {
  text: quoted,
  name: (name) => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name)),
  object: (fields) => `{ ${fields} }`,
  constants: { true: 'true', false: 'false', null: 'null' },
}

/** A program for Node.js, with the types of `@ken/client`. */
export function typescriptSample({ method, url, needsKey, body, response }: SampleRequest): string {
  const type = response.kind === 'json' ? response.type : undefined
  const headers = [
    ...(needsKey ? ["    Authorization: `Bearer ${process.env['KEN_API_KEY']}`,"] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, notation)}),`]),
  ]
  const call =
    options.length === 0
      ? [`const response = await fetch(${quoted(url)})`]
      : [`const response = await fetch(${quoted(url)}, {`, ...options, '})']
  const read = response.kind === 'text' ? 'await response.text()' : 'await response.json()'
  return [
    `import type { ${['Problem', ...(type === undefined ? [] : [type])].join(', ')} } from '@ken/client'`,
    '',
    ...call,
    'if (!response.ok) throw new Error(((await response.json()) as Problem).detail)',
    ...(response.kind === 'none'
      ? []
      : [
          `const result = ${type === undefined ? read : `(${read}) as ${type}`}`,
          'console.log(result)',
        ]),
  ].join('\n')
}
