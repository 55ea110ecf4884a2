import { z } from '@hono/zod-openapi'
import { forgetConversation } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { respondNoContent } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import { publicId } from '../routing/id-parameter.ts'
import { callerAuthentication, callerOf } from '../security/caller-authentication.ts'
import { onBehalfHeader } from './on-behalf-header.ts'

/** Deletes a conversation of the caller. */
export const forgetConversationRoute = defineRoute(
  {
    operationId: 'forgetConversation',
    method: 'delete',
    path: '/public/v1/conversations/{id}',
    tags: ['Search'],
    summary: 'Forget a conversation',
    description: 'Deletes the questions and answers of a conversation of the caller.',
    guard: callerAuthentication({}),
    request: {
      headers: onBehalfHeader,
      params: z.object({
        id: publicId.openapi({
          description: 'The `conversation_id` of an answer.',
          example: '0199c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
        }),
      }),
    },
    responses: { 204: { description: 'Deleted.' } },
    problems: ['conversation.not_found'],
  },
  async (context, { ken }) => {
    const { id: conversationId } = context.req.valid('param')
    const { actor } = callerOf(context)
    const outcome = await forgetConversation(ken.ports, { actor, conversationId })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
