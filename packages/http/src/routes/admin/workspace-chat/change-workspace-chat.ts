import { z } from '@hono/zod-openapi'
import { botTokenLengthMax, changeWorkspaceChat } from '@ken/core'
import { workspaceChatTransports } from '@ken/core/ports'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { workspaceChatSchema, workspaceChatView } from './workspace-chat-view.ts'

const workspaceChatChangeSchema = z
  .strictObject({
    bot_token: z.string().max(botTokenLengthMax).nullish().openapi({
      description:
        'The bot token of the app, which begins with `xoxb-`. It is never shown. The first one is sent together with `app_token` or `app_id`.',
    }),
    app_token: z.string().max(botTokenLengthMax).nullish().openapi({
      description:
        'The app-level token, which begins with `xapp-`. It is never shown. The token of another app deletes the bot token, unless a new one is sent with it.',
    }),
    signing_secret: z.string().max(botTokenLengthMax).nullish().openapi({
      description:
        'The signing secret of the app, which `http` needs. It is never shown. A new one changes nothing else; null turns off a bot that needs it.',
    }),
    app_id: z.string().max(botTokenLengthMax).optional().openapi({
      description:
        'The app, if no app-level token names it. Another app than before deletes the tokens and the secret that are not sent with it.',
    }),
    transport: z.enum(workspaceChatTransports).optional().openapi({
      description:
        'How messages come to the bot. `http` needs an https address in KEN_BASE_URL, and no app-level token.',
    }),
    match_by_email: z.boolean().optional().openapi({
      description:
        'Whether members are linked to the account of the email address that they confirmed on the platform. Only an Owner turns it on, once the workspace is confirmed and without tokens in the request. It ends when app, bot or workspace changes.',
    }),
    ai_features: z.boolean().optional().openapi({
      description:
        'Whether the app shows that it is at work, and suggests `prompts`. The app needs the AI features of the platform and the bot scope `assistant:write`; without them nothing changes.',
    }),
    prompts: z
      .array(z.string())
      .optional()
      .openapi({
        description:
          'Questions that people can choose from when they open the app, at most four of 1 to 75 characters.',
        example: ['How much leave do I have?'],
      }),
    enabled: z
      .boolean()
      .optional()
      .openapi({ description: 'Turning it on tests the connection first.' }),
  })
  .openapi('WorkspaceChatChange')

/** Configures the bot of the workspace chat. */
export const changeWorkspaceChatRoute = defineRoute(
  {
    operationId: 'changeWorkspaceChat',
    method: 'put',
    path: '/api/v1/admin/workspace-chat',
    tags: ['Administration'],
    summary: 'Configure the bot of the workspace chat',
    description:
      'Omitted fields keep their value; null removes a token. A new token turns the bot off unless `enabled` is true. It is turned on only if the platform accepts the tokens that the transport needs. Otherwise a bot that is on keeps its configuration, and one that is off stores the tokens for another try. All links of the workspace chat are deleted when the first bot is set up, and when app, bot or workspace change.',
    guard: administratorAuthentication,
    request: jsonRequest(workspaceChatChangeSchema, {
      bot_token: 'xoxb-1111111111-2222222222-AbCdEfGhIjKl',
      app_token: 'xapp-1-A0123ABCDEF-3333333333-0123456789abcdef',
      enabled: true,
    }),
    responses: {
      200: jsonResponse('The changed settings.', workspaceChatSchema),
    },
    problems: [
      'workspace_chat.bot_token_invalid',
      'workspace_chat.app_token_invalid',
      'workspace_chat.app_id_invalid',
      'workspace_chat.signing_secret_invalid',
      'workspace_chat.prompts_invalid',
      'workspace_chat.base_url_insecure',
      'workspace_chat.app_unknown',
      'workspace_chat.workspace_unknown',
      'workspace_chat.probe_failed',
      'workspace_chat.probes_exhausted',
      'workspace_chat.changed_meanwhile',
    ],
  },
  async (context, { ken }) => {
    const {
      bot_token: botToken,
      app_token: appToken,
      signing_secret: signingSecret,
      app_id: appId,
      transport,
      match_by_email: matchesByEmail,
      ai_features: hasAiFeatures,
      prompts,
      enabled,
    } = context.req.valid('json')
    const outcome = await changeWorkspaceChat(ken.ports, {
      actor: callerOf(context).actor,
      baseUrl: ken.config.baseUrl,
      ...(botToken !== undefined && { botToken }),
      ...(appToken !== undefined && { appToken }),
      ...(signingSecret !== undefined && { signingSecret }),
      ...(appId !== undefined && { appId }),
      ...(transport !== undefined && { transport }),
      ...(matchesByEmail !== undefined && { matchesByEmail }),
      ...(hasAiFeatures !== undefined && { hasAiFeatures }),
      ...(prompts !== undefined && { prompts }),
      ...(enabled !== undefined && { enabled }),
    })
    return outcome.ok
      ? respondJson(context, workspaceChatView(outcome.value, ken.config), 200)
      : problem(context, outcome.error)
  },
)
