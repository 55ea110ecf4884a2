import { z } from '@hono/zod-openapi'
import { bodyLengthMax, pageLengthMax, readDocument, type DocumentId } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { respondJson } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import { publicId } from '../routing/id-parameter.ts'
import { wholeParameter } from '../routing/list-page.ts'
import { callerAuthentication, callerOf } from '../security/caller-authentication.ts'
import { documentPageSchema, documentPageView } from './document-page-view.ts'
import { onBehalfHeader } from './on-behalf-header.ts'

/** Reads a document with the permissions of the caller. */
export const readDocumentRoute = defineRoute(
  {
    operationId: 'readDocument',
    method: 'get',
    path: '/public/v1/documents/{id}',
    tags: ['Search'],
    summary: 'Read a document',
    description:
      'Returns the text of a document, in pages. To read the next page, send `next_offset` as `offset` and the `version` of the first page, until `next_offset` is null. A document that does not exist and one that the caller may not see get the same response. A call counts as a search.',
    guard: callerAuthentication({ isReadOnly: true }),
    request: {
      headers: onBehalfHeader,
      params: z.object({
        id: publicId.openapi({
          format: 'uuid',
          description: 'The `id` of a search result.',
          example: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
        }),
      }),
      query: z.strictObject({
        offset: wholeParameter(0, bodyLengthMax).prefault('0').openapi({
          type: 'integer',
          minimum: 0,
          maximum: bodyLengthMax,
          default: 0,
          description: 'Where the page begins: the `next_offset` of the previous page.',
        }),
        version: z.string().min(1).max(64).optional().openapi({
          description:
            'The `version` of the first page. If the document differs from it, the response is 409 `DOCUMENT_CHANGED`; without it, a page is of the current version.',
        }),
      }),
    },
    responses: {
      200: {
        description: `A page of the document, at most ${pageLengthMax} UTF-16 code units of its text.`,
        content: {
          'application/json': {
            schema: documentPageSchema,
            example: {
              id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
              title: 'Rotate an API key',
              url: 'https://wiki.example.com/keys/rotate',
              source: 'wiki',
              text: '# Rotate an API key\n\nCreate a new key, verify it, then revoke the old one.',
              updated_at: '2026-03-01T10:00:00.000Z',
              next_offset: null,
              version: '3f786850e387550fdab836ed7e6dc881',
            },
          },
        },
      },
    },
    problems: ['document.not_found', 'document.changed', 'search.timed_out', 'search.too_many'],
  },
  async (context, { ken }) => {
    const { actor, visibility } = callerOf(context)
    const outcome = await readDocument(ken.ports, {
      userId: actor.userId,
      visibility,
      documentId: context.req.valid('param').id as DocumentId,
      ...context.req.valid('query'),
    })
    return outcome.ok
      ? respondJson(context, documentPageView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
