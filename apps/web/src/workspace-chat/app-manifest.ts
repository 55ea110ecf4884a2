/** What the app of Ken may do in a workspace, as the platform reads it. */
export const appManifest = {
  display_information: { name: 'Ken', description: 'Answers from what you may see.' },
  features: {
    app_home: {
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    },
    bot_user: { display_name: 'Ken', always_online: true },
    slash_commands: [
      {
        command: '/ken',
        description: 'Ask Ken',
        usage_hint: 'your question',
        should_escape: false,
      },
    ],
  },
  oauth_config: {
    scopes: { bot: ['chat:write', 'commands', 'im:history', 'im:read', 'im:write', 'users:read'] },
  },
  settings: {
    event_subscriptions: { bot_events: ['app_home_opened', 'message.im'] },
    org_deploy_enabled: true,
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  },
}

/** The page of the platform that creates this app. */
export const newAppUrl = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(appManifest))}`
