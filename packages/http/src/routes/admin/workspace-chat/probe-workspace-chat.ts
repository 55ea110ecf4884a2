import { z } from '@hono/zod-openapi'
import { workspaceChatAdvice, workspaceProbeFaults, probeWorkspaceChat } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { workspaceChatSchema, workspaceChatView } from './workspace-chat-view.ts'

const probedWorkspaceChatSchema = z
  .object({
    ok: z.boolean().openapi({ description: 'Whether the platform accepts the tokens.' }),
    reason: z
      .enum(workspaceProbeFaults)
      .nullable()
      .openapi({ description: 'Why not; null if it does.' }),
    detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the reason and what to do.' }),
    workspace_chat: workspaceChatSchema,
  })
  .openapi('ProbedWorkspaceChat')

/** Tests the connection to the workspace chat. */
export const probeWorkspaceChatRoute = defineRoute(
  {
    operationId: 'probeWorkspaceChat',
    method: 'post',
    path: '/api/v1/admin/workspace-chat/test',
    tags: ['Administration'],
    summary: 'Test the connection to the workspace chat',
    description:
      'Asks the platform for the bot of the tokens. This tests only the tokens, and turns nothing on or off. If it finds another bot or workspace than the last check, the links of the workspace chat end.',
    guard: administratorAuthentication,
    request: emptyRequest,
    responses: {
      200: jsonResponse('The result, and the settings with it.', probedWorkspaceChatSchema),
    },
    problems: ['workspace_chat.probes_exhausted'],
  },
  async (context, { ken }) => {
    const outcome = await probeWorkspaceChat(ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    const { fault: reason, workspaceChat } = outcome.value
    const detail = reason === null ? null : workspaceChatAdvice[reason]
    return respondJson(
      context,
      {
        ok: reason === null,
        reason,
        detail,
        workspace_chat: workspaceChatView(workspaceChat, ken.config),
      },
      200,
    )
  },
)
