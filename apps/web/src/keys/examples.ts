/** What programs need to use a key. */
export type KeyUse = {
  readonly apiKey: string
  /** Where Ken is. */
  readonly url: string
  /** Null if Ken does not serve the Model Context Protocol to this key. */
  readonly mcpUrl: string | null
  /** A service key acts on behalf of a person. */
  readonly isService: boolean
}
export type Example = { readonly program: string; readonly text: string }

/** How programs use a key, each with the key in it. */
export const examplesOf = (use: KeyUse): readonly Example[] => [
  { program: 'curl', text: curl(use) },
  { program: 'TypeScript', text: typeScript(use) },
  { program: 'Python', text: python(use) },
  ...(use.mcpUrl === null
    ? []
    : [{ program: 'MCP client', text: mcpClient(use.apiKey, use.mcpUrl) }]),
]

/** What the examples and the trial call search for. */
export const exampleQuery = 'vpn'

/** In place of the id that the platform has for the person who asks. */
const externalId = 'EXTERNAL_ID'

const curl = ({ apiKey, url, isService }: KeyUse): string =>
  [
    `curl '${url}/public/v1/search' \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    ...(isService ? [`  -H 'Ken-On-Behalf-Of: ${externalId}' \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "${exampleQuery}"}'`,
  ].join('\n')

const typeScript = ({ apiKey, url, isService }: KeyUse): string =>
  [
    `const response = await fetch('${url}/public/v1/search', {`,
    `  method: 'POST',`,
    `  headers: {`,
    `    authorization: 'Bearer ${apiKey}',`,
    ...(isService ? [`    'ken-on-behalf-of': '${externalId}',`] : []),
    `    'content-type': 'application/json',`,
    `  },`,
    `  body: JSON.stringify({ query: '${exampleQuery}' }),`,
    `})`,
    `const { results } = await response.json()`,
  ].join('\n')

const python = ({ apiKey, url, isService }: KeyUse): string =>
  [
    `import json, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    "${url}/public/v1/search",`,
    `    data=json.dumps({"query": "${exampleQuery}"}).encode(),`,
    `    headers={`,
    `        "Authorization": "Bearer ${apiKey}",`,
    ...(isService ? [`        "Ken-On-Behalf-Of": "${externalId}",`] : []),
    `        "Content-Type": "application/json",`,
    `    },`,
    `)`,
    `results = json.load(urllib.request.urlopen(request))["results"]`,
  ].join('\n')

const mcpClient = (apiKey: string, url: string): string =>
  JSON.stringify(
    {
      mcpServers: { ken: { type: 'http', url, headers: { Authorization: `Bearer ${apiKey}` } } },
    },
    null,
    2,
  )
