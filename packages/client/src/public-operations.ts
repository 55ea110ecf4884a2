import type { KenRequest } from './exchange.ts'
import type { AskRequest, DocumentPageRequest } from './wire.ts'

/** The path of a document, or of a further page of it. */
export function documentPath(id: string, { offset, version }: DocumentPageRequest = {}): string {
  const query = new URLSearchParams()
  if (offset !== undefined) query.set('offset', String(offset))
  if (version !== undefined) query.set('version', version)
  const path = `/public/v1/documents/${encodeURIComponent(id)}`
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

export const conversationPath = (id: string): string =>
  `/public/v1/conversations/${encodeURIComponent(id)}`

/** A question whose answer is sent while it is written; a refusal comes as JSON. */
export const streamedQuestion = (
  body: AskRequest,
  { signal }: Pick<KenRequest, 'signal'> = {},
): KenRequest => ({
  method: 'POST',
  json: { ...body, stream: true },
  headers: { accept: 'application/json, text/event-stream' },
  ...(signal !== undefined && { signal }),
})
