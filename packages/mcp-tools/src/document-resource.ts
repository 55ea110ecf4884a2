import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server'
import type { Refusal, Reply } from './public-contract.ts'
import { documentPage, readPage } from './read-page.ts'
import { noSuchDocument, refusalText } from './refusal-text.ts'
import { defect } from './tool-result.ts'
import type { ToolWorld } from './tool-world.ts'

// A knowledge base is searched, not listed.
const template = new ResourceTemplate('ken://documents/{id}', { list: undefined })

/** The template of documents as resources: the first page of each, as `fetch` returns it. */
export function registerDocuments(server: McpServer, { contract, baseUrl }: ToolWorld): void {
  server.registerResource(
    'document',
    template,
    {
      title: 'Document',
      description: 'A document by the id of a search result.',
      mimeType: 'text/markdown',
    },
    async (uri, { id }, { mcpReq: { signal } }) => {
      const reply = await readPage(contract, { id: String(id) }, { signal }).catch(failed)
      const page = documentPage.safeParse(reply.ok ? reply.body : null)
      if (page.success)
        return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: page.data.text }] }
      throw protocolError(uri.href, reply.ok ? defect : reply.refusal, baseUrl)
    },
  )
}

const failed = (): Reply => ({ ok: false, refusal: defect })

function protocolError(uri: string, refusal: Refusal, baseUrl: string): ProtocolError {
  if (refusal.status === 404) return new ResourceNotFoundError(uri, noSuchDocument)
  const { retryAfterSeconds } = refusal
  const data =
    retryAfterSeconds === null ? undefined : { 'ken/retry_after_seconds': retryAfterSeconds }
  return new ProtocolError(ProtocolErrorCode.InternalError, refusalText(refusal, baseUrl), data)
}
