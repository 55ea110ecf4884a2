import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
const blocks = (language: string): readonly string[] =>
  Array.from(page.matchAll(/```(\w+)\n([^]*?)```/g)).flatMap(([, name, text = '']) =>
    name === language ? [text.trim()] : [],
  )
const json = blocks('json').map((text) => JSON.parse(text) as Record<string, unknown>)
const serversOf = (name: string): unknown =>
  json.map((block) => (block[name] as { ken?: unknown } | undefined)?.ken).find(Boolean)

it('S7 installs by links what the page shows, without a key', () => {
  const [editor = '', other = ''] = blocks('text').filter((text) => text.includes('install?'))
  const asked = JSON.parse(decodeURIComponent(editor.slice(editor.indexOf('?') + 1))) as object
  const { inputs } = json.find((block) => 'inputs' in block)!
  expect(asked).toEqual({ name: 'ken', ...(serversOf('servers') as object), inputs })
  const config = new URL(other).searchParams.get('config')!
  const read: unknown = JSON.parse(Buffer.from(config, 'base64').toString())
  expect(read).toEqual(serversOf('mcpServers'))
  expect(JSON.stringify([asked, read])).not.toMatch(/ken_/)
})

it('S7 shows no command with a key among its arguments', () => {
  expect(blocks('sh').join('\n')).toContain('claude mcp add')
  expect(blocks('sh').join('\n')).not.toMatch(/ken_/)
})
