import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { appManifest, newAppUrl } from './app-manifest.ts'

const page = fileURLToPath(new URL('../../../../docs/workspace-chat.md', import.meta.url))
const options = {
  ai_features: false,
  match_by_email: false,
  transport: 'socket',
  events_url: 'https://ken.example.com/chat/workspace_chat/events',
  commands_url: 'https://ken.example.com/chat/workspace_chat/commands',
} as const

describe('the manifest of the app', () => {
  it('is in the address of the page that creates the app', () => {
    const url = new URL(newAppUrl(options))
    expect(url.origin + url.pathname).toBe('https://api.slack.com/apps')
    expect(url.searchParams.get('new_app')).toBe('1')
    expect(JSON.parse(url.searchParams.get('manifest_json') ?? '')).toEqual(appManifest(options))
  })

  it('is that of the documentation', () => {
    const [, manifest = ''] = /```json\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? []
    expect(JSON.parse(manifest)).toEqual(appManifest(options))
  })

  it('names the addresses of Ken instead of a socket, for messages by HTTP', () => {
    const { features, settings } = appManifest({ ...options, transport: 'http' })
    expect(features.slash_commands).toMatchObject([{ url: options.commands_url }])
    expect(settings).toMatchObject({
      socket_mode_enabled: false,
      event_subscriptions: { request_url: options.events_url },
    })
    expect(JSON.stringify(appManifest(options))).not.toContain('ken.example.com')
  })

  it('has what matching by address and the AI features need', () => {
    const { oauth_config: given } = appManifest({ ...options, match_by_email: true })
    expect(given.scopes.bot).toContain('users:read.email')
    const { features, oauth_config: wanted } = appManifest({ ...options, ai_features: true })
    expect(wanted.scopes.bot).toContain('assistant:write')
    expect(features).toHaveProperty('agent_view')
    expect(appManifest(options).features).not.toHaveProperty('agent_view')
  })
})
