import { chatProbeContract } from '@ken/core/contracts'
import type { WorkspaceChatBehaviour } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import { slackChatProbe } from './slack-chat-probe.ts'
import { openWorkspace, openWorkspaceForTest } from './testing/workspace-world.ts'

chatProbeContract('slack', async () => {
  const { transport, tokens, double, setUnavailable, close } = await openWorkspace()
  const { teamId, appId, botUser, personToken } = double.world
  return {
    probe: slackChatProbe(transport),
    subject: tokens,
    respelled: tokens,
    refused: { ...tokens, botToken: `${tokens.botToken}x` },
    bot: {
      id: botUser.id,
      handle: botUser.name,
      workspaceId: teamId,
      workspaceName: 'Workspace',
      appId,
      scopes: [...double.world.scopes],
    },
    ofPerson: { ...tokens, botToken: personToken },
    misaddressed: null,
    setUnavailable,
    close,
  }
})

describe('slackChatProbe', () => {
  const faults: readonly (readonly [WorkspaceChatBehaviour, string])[] = [
    ['html', 'not_slack'],
    ['half', 'unreachable'],
    ['reset', 'unreachable'],
    ['huge', 'not_slack'],
    [{ redirect: 'http://127.0.0.1:1/' }, 'not_slack'],
    [{ status: 429, retryAfter: 3 }, 'server_failing'],
    [{ status: 500 }, 'server_failing'],
    [{ error: 'ratelimited' }, 'server_failing'],
    [{ error: 'service_unavailable' }, 'server_failing'],
    [{ json: { ok: true } }, 'not_slack'],
    [{ json: { ok: 'true' } }, 'not_slack'],
    [{ json: [] }, 'not_slack'],
  ]
  it.for(faults)('reports %j as %s, of each call', async ([behaviour, fault]) => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    const probe = slackChatProbe(transport)
    for (const method of ['auth.test', 'bots.info', 'apps.connections.open']) {
      double.behaveOnce(method, behaviour)
      expect([method, await probe.probe(tokens)]).toEqual([method, { ok: false, error: fault }])
    }
    expect(await probe.probe(tokens)).toMatchObject({ ok: true })
  })

  it('reports an unknown error as one that the platform never gives, or as a refused app token', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    const probe = slackChatProbe(transport)
    for (const error of ['no_such_error', 'toString']) {
      for (const method of ['auth.test', 'bots.info']) {
        double.behaveOnce(method, { error })
        expect(await probe.probe(tokens)).toMatchObject({ error: 'not_slack' })
      }
      double.behaveOnce('apps.connections.open', { error })
      expect(await probe.probe(tokens)).toMatchObject({ error: 'app_token_refused' })
    }
  })

  it.for([
    ['token_revoked', 'token_refused', 'app_token_refused'],
    ['account_inactive', 'token_refused', 'app_token_refused'],
    ['missing_scope', 'scope_missing', 'app_token_refused'],
  ] as const)('reports %s of either token', async ([error, ofBot, ofApp]) => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    const probe = slackChatProbe(transport)
    double.revoke(tokens.appToken, error)
    expect(await probe.probe(tokens)).toEqual({ ok: false, error: ofApp })
    double.revoke(tokens.botToken, error)
    expect(await probe.probe(tokens)).toEqual({ ok: false, error: ofBot })
  })

  it('reports exchanged tokens, and those of different apps', async () => {
    const { transport, tokens } = await openWorkspaceForTest()
    const { botToken, appToken } = tokens
    const probe = slackChatProbe(transport)
    const errorOf = async (given: { botToken: string; appToken: string }) =>
      await probe.probe(given)
    expect(await errorOf({ botToken: appToken, appToken: botToken })).toMatchObject({
      error: 'token_refused',
    })
    expect(await errorOf({ botToken, appToken: botToken })).toMatchObject({
      error: 'app_token_refused',
    })
  })

  it('reports tokens of different apps', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    double.behaveOnce('bots.info', { json: { ok: true, bot: { app_id: 'A0OTHER' } } })
    expect(await slackChatProbe(transport).probe(tokens)).toMatchObject({ error: 'apps_differ' })
  })

  it('finds the app by the bot token alone, if messages come in requests', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    double.revoke(double.world.appToken)
    const { botToken } = tokens
    expect(await slackChatProbe(transport).probe({ botToken, appToken: null })).toMatchObject({
      value: { workspaceId: double.world.teamId, appId: double.world.appId },
    })
    expect(double.calls.map(({ method }) => method)).toEqual(['auth.test', 'bots.info'])
  })

  it.for([
    ['of another app', (token: string) => token.replace(/-A\w+-/, '-A0OTHER-'), 'apps_differ'],
    ['of another form', () => 'xapp-of-another-form', 'app_token_refused'],
  ] as const)('refuses an app token %s that opens connections', async ([, change, error]) => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    const appToken = change(tokens.appToken)
    Object.assign(double.world, { appToken })
    expect(await slackChatProbe(transport).probe({ ...tokens, appToken })).toMatchObject({ error })
  })

  it.for(['chat:write', 'im:history', 'im:read', 'users:read'])(
    'reports that %s is missing',
    async (scope) => {
      const { double, transport, tokens } = await openWorkspaceForTest()
      double.world.scopes.delete(scope)
      const found = await slackChatProbe(transport).probe(tokens)
      expect(found).toMatchObject({ error: 'scope_missing' })
    },
  )

  it('knows the organization of an app that is installed for all its workspaces', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    double.world.organization = { id: 'E0ORG', teamIds: ['T0ONE', 'T0TWO'] }
    expect(await slackChatProbe(transport).probe(tokens)).toMatchObject({
      value: { workspaceId: 'E0ORG', appId: double.world.appId },
    })
  })

  it('sends no token that would end its header', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest()
    const probe = slackChatProbe(transport)
    for (const token of ['', 'xoxb-a b', 'xoxb-a\r\nx: y', 'xoxb-ä', 'x'.repeat(513)]) {
      const both = { botToken: token, appToken: token }
      expect(await probe.probe(both)).toMatchObject({ error: 'token_refused' })
      expect(await probe.probe({ ...tokens, appToken: token })).toMatchObject({
        error: 'app_token_refused',
      })
    }
    expect(double.calls.map((call) => call.token)).not.toContain('')
  })

  it('reports a server that does not respond in time', async () => {
    const { double, transport, tokens } = await openWorkspaceForTest({
      timing: { random: () => 0, after: (_, callback) => (setImmediate(callback), () => {}) },
    })
    double.behave('*', 'hang')
    expect(await slackChatProbe(transport).probe(tokens)).toMatchObject({ error: 'unreachable' })
  })
})
