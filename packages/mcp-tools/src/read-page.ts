import { z } from 'zod'
import type { Call, DocumentPosition, PublicContract, Reply } from './public-contract.ts'

/** What the tools read of `GET /public/v1/documents/{id}`. */
export const documentPage = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  source: z.string(),
  text: z.string(),
  updated_at: z.string().nullable(),
  next_offset: z.int().nullable(),
  version: z.string(),
})

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const notFound: Reply = {
  ok: false,
  refusal: { status: 404, code: 'NOT_FOUND', errors: [], requestId: null, retryAfterSeconds: null },
}

/** Reads a page of a document. Only an id can become part of a path; any other text names no document. */
export const readPage = async (
  contract: PublicContract,
  position: DocumentPosition,
  call: Call,
): Promise<Reply> => (idForm.test(position.id) ? contract.read(position, call) : notFound)
