import { html } from 'hono/html'
import type { Markup } from '../page.ts'
import { codeBlock } from './inline-text.ts'

const input = {
  type: 'promptString',
  id: 'ken-key',
  description: 'API key of Ken',
  password: true,
} as const

/** Links that add Ken to an editor. They never contain a key: the editor asks for it, or reads a variable. */
export function installLinks(serverUrl: string): {
  readonly vsCode: string
  readonly cursor: string
} {
  const url = `${serverUrl}/mcp`
  const vsCode = {
    name: 'ken',
    type: 'http',
    url,
    headers: { Authorization: `Bearer \${input:${input.id}}` },
    inputs: [input],
  }
  const cursor = { url, headers: { Authorization: 'Bearer ${env:KEN_API_KEY}' } }
  const config = Buffer.from(JSON.stringify(cursor)).toString('base64')
  return {
    vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vsCode))}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=ken&config=${encodeURIComponent(config)}`,
  }
}

/** How an assistant uses Ken as its tool. */
export function assistantSection(serverUrl: string): Markup {
  const { vsCode, cursor } = installLinks(serverUrl)
  return html`<h2 id="assistants">Assistants</h2>
    <p>
      Ken is also a tool of assistants, by the Model Context Protocol at
      <code>${serverUrl}/mcp</code>. An assistant sees what the owner of the API key may see.
    </p>
    <ul>
      <li><a href="${vsCode}">Add Ken to VS Code</a>, which asks for the key</li>
      <li>
        <a href="${cursor}">Add Ken to Cursor</a>, which reads the key from the variable
        <code>KEN_API_KEY</code>
      </li>
      <li>
        Claude Code: run this command in the folder of a project. It writes the name of the variable
        <code>KEN_API_KEY</code>, which has to be set when Claude Code starts
      </li>
    </ul>
    ${codeBlock(
      'the command for Claude Code',
      `claude mcp add --scope project --transport http ken ${serverUrl}/mcp --header 'Authorization: Bearer \${KEN_API_KEY}'`,
    )}`
}
