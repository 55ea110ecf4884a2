import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { anImage } from './media.ts'

/** The resources of the conformance suite, none of which ever changes. */
export function registerResources(server: McpServer): void {
  const text = { description: 'A text.', mimeType: 'text/plain' }
  server.registerResource('text', 'test://static-text', text, ({ href: uri }) => ({
    contents: [
      { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }))
  const image = { description: 'An image.', mimeType: 'image/png' }
  server.registerResource('image', 'test://static-binary', image, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: anImage }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  const json = { description: 'A document.', mimeType: 'application/json' }
  server.registerResource('template', template, json, ({ href: uri }, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] }
  })
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    server.server.setRequestHandler(method, () => ({}))
}
