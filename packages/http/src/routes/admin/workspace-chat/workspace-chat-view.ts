import { z } from '@hono/zod-openapi'
import { workspaceDeliveryFaults, workspaceChatAdvice, type WorkspaceChatStatus } from '@ken/core'
import { botFields, botView } from '../bot-view.ts'

const fields = botFields('WorkspaceChatDelivery', workspaceDeliveryFaults)

/** The bot of the workspace chat on the wire. */
export const workspaceChatSchema = z
  .object({
    app_id: z.string().nullable().openapi({
      description: 'The app of the last app-level token.',
      example: 'A0123ABCDEF',
    }),
    workspace_id: z.string().nullable().openapi({
      description: 'The workspace of the bot, or its organization with several workspaces.',
      example: 'T0123ABCDEF',
    }),
    workspace_name: z.string().nullable(),
    match_by_email: z.boolean().openapi({
      description: 'Whether members are linked by the email address that they confirmed.',
    }),
    ...fields,
    has_token: z.boolean().openapi({
      description: 'Whether a bot token is stored for the app. It is never shown.',
    }),
    has_app_token: z.boolean().openapi({
      description: 'Whether an app-level token is stored. It is never shown.',
    }),
    bot_user_id: fields.bot_user_id.openapi({
      description: 'The bot, with its workspace before the colon.',
      example: 'T0123ABCDEF:U0123ABCDEF',
    }),
    bot_username: fields.bot_username.openapi({ example: 'ken' }),
    last_test_ok: fields.last_test_ok.openapi({
      description:
        'Whether the platform accepted the token in the last test; null before the first.',
    }),
  })
  .openapi('WorkspaceChat')

export const workspaceChatView = (
  shown: WorkspaceChatStatus,
): z.infer<typeof workspaceChatSchema> => ({
  app_id: shown.appId,
  workspace_id: shown.workspaceId,
  workspace_name: shown.workspaceName,
  match_by_email: shown.matchesByEmail,
  has_app_token: shown.hasAppToken,
  ...botView(shown, workspaceChatAdvice),
})
