import { z } from '@hono/zod-openapi'
import { workspaceDeliveryFaults, workspaceChatAdvice, type WorkspaceChatStatus } from '@ken/core'
import { workspaceChatTransports } from '@ken/core/ports'
import { workspaceChatCommandsPath } from '../../chat/workspace-chat-commands.ts'
import { workspaceChatEventsPath } from '../../chat/workspace-chat-events.ts'
import { botFields, botView } from '../bot-view.ts'

const fields = botFields('WorkspaceChatDelivery', workspaceDeliveryFaults)

/** The bot of the workspace chat on the wire. */
export const workspaceChatSchema = z
  .object({
    app_id: z.string().nullable().openapi({
      description: 'The app that was last named, by an app-level token or by its id.',
      example: 'A0123ABCDEF',
    }),
    workspace_id: z.string().nullable().openapi({
      description: 'The workspace of the bot, or its organization with several workspaces.',
      example: 'T0123ABCDEF',
    }),
    workspace_name: z.string().nullable(),
    transport: z.enum(workspaceChatTransports).openapi({
      description:
        'How messages come to the bot: `socket` over connections that Ken opens, `http` in requests that the platform sends to `events_url`.',
    }),
    events_url: z.string().openapi({
      description: 'The address that the platform sends events to with `http`.',
      example: 'https://ken.example.com/chat/workspace_chat/events',
    }),
    commands_url: z.string().openapi({
      description: 'The address that the platform sends the command to with `http`.',
      example: 'https://ken.example.com/chat/workspace_chat/commands',
    }),
    last_event_at: z.string().nullable().openapi({
      format: 'date-time',
      description:
        'When the platform last sent an event to `events_url`, to about ten seconds; null with `socket`, and before the first since the bot was turned on.',
    }),
    match_by_email: z.boolean().openapi({
      description: 'Whether members are linked by the email address that they confirmed.',
    }),
    ai_features: z.boolean().openapi({
      description: 'Whether the app shows that it is at work, and suggests questions.',
    }),
    prompts: z.array(z.string()).openapi({
      description: 'Questions that people can choose from when they open the app.',
      example: ['How much leave do I have?'],
    }),
    missing_scopes: z.array(z.string()).openapi({
      description:
        'The bot scopes that the app lacks for what is turned on, by the latest test. Empty before the first.',
      example: ['assistant:write'],
    }),
    ...fields,
    has_token: z.boolean().openapi({
      description: 'Whether a bot token is stored for the app. It is never shown.',
    }),
    has_signing_secret: z.boolean().openapi({
      description: 'Whether the signing secret is stored. It is never shown.',
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

/** `baseUrl` is where Ken is reached. */
export const workspaceChatView = (
  shown: WorkspaceChatStatus,
  { baseUrl }: { readonly baseUrl: string },
): z.infer<typeof workspaceChatSchema> => ({
  transport: shown.transport,
  events_url: `${baseUrl}${workspaceChatEventsPath}`,
  commands_url: `${baseUrl}${workspaceChatCommandsPath}`,
  last_event_at: shown.lastEventAt?.toISOString() ?? null,
  app_id: shown.appId,
  workspace_id: shown.workspaceId,
  workspace_name: shown.workspaceName,
  match_by_email: shown.matchesByEmail,
  ai_features: shown.hasAiFeatures,
  prompts: [...shown.prompts],
  missing_scopes: [...shown.missingScopes],
  has_app_token: shown.hasAppToken,
  has_signing_secret: shown.hasSigningSecret,
  ...botView(shown, workspaceChatAdvice),
})
