import type { BotApp } from '../bots/bot.ts'

type AppOptions = Pick<
  BotApp,
  'ai_features' | 'match_by_email' | 'transport' | 'events_url' | 'commands_url'
>

/** What the app of Ken may do in a workspace, as the platform reads it. */
export function appManifest({
  ai_features: hasAiFeatures,
  match_by_email: matchesByEmail,
  transport,
  events_url: eventsUrl,
  commands_url: commandsUrl,
}: AppOptions) {
  const isByHttp = transport === 'http'
  return {
    display_information: { name: 'Ken', description: 'Answers from what you may see.' },
    features: {
      ...(hasAiFeatures && {
        agent_view: { agent_description: 'Answers from what you may see.' },
      }),
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: 'Ken', always_online: true },
      slash_commands: [
        {
          command: '/ken',
          ...(isByHttp && { url: commandsUrl }),
          description: 'Ask Ken',
          usage_hint: 'your question',
          should_escape: false,
        },
      ],
    },
    oauth_config: {
      scopes: {
        bot: [
          ...(hasAiFeatures ? ['assistant:write'] : []),
          'chat:write',
          'commands',
          'im:history',
          'im:read',
          'im:write',
          'users:read',
          ...(matchesByEmail ? ['users:read.email'] : []),
        ],
      },
    },
    settings: {
      event_subscriptions: {
        ...(isByHttp && { request_url: eventsUrl }),
        bot_events: ['app_home_opened', 'app_uninstalled', 'message.im', 'tokens_revoked'],
      },
      org_deploy_enabled: true,
      socket_mode_enabled: !isByHttp,
      token_rotation_enabled: false,
    },
  }
}

/** The page of the platform that creates this app. */
export const newAppUrl = (options: AppOptions): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(appManifest(options)))}`
