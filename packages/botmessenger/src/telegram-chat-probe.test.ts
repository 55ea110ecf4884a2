import { chatProbeContract } from '@ken/core/contracts'
import type { BotMessengerBehaviour } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import { openMessenger, openMessengerForTest } from './testing/messenger-world.ts'
import { telegramChatProbe } from './telegram-chat-probe.ts'

chatProbeContract('telegram', async () => {
  const { transport, server, bot, double, setUnavailable, close } = await openMessenger()
  return {
    probe: telegramChatProbe(transport),
    subject: server,
    respelled: { ...server, apiRoot: `${server.apiRoot}/` },
    refused: { ...server, token: `${server.token}x` },
    bot: { id: bot.botId, handle: double.bot.username },
    ofPerson: null,
    misaddressed: { ...server, apiRoot: 'api.telegram.org' },
    setUnavailable,
    close,
  }
})

describe('telegramChatProbe', () => {
  const faults: readonly (readonly [BotMessengerBehaviour, string])[] = [
    ['html', 'server_failing'],
    ['half', 'unreachable'],
    ['reset', 'unreachable'],
    ['huge', 'not_telegram'],
    [{ redirect: 'http://127.0.0.1:1/' }, 'not_telegram'],
    [{ status: 429, retryAfter: 3 }, 'server_failing'],
    [{ status: 500 }, 'server_failing'],
    [{ status: 401, description: 'Unauthorized' }, 'token_refused'],
    [{ status: 404, description: 'Not Found' }, 'token_refused'],
    [{ status: 403, description: 'Forbidden: terms' }, 'not_telegram'],
    [{ json: { ok: true } }, 'not_telegram'],
    [{ json: { ok: true, result: { id: 1, is_bot: false, username: 'ana' } } }, 'not_telegram'],
    [{ json: [] }, 'not_telegram'],
  ]
  it.for(faults)('reports %j as %s, of both calls', async ([behaviour, fault]) => {
    const { double, transport, server } = await openMessengerForTest()
    const probe = telegramChatProbe(transport)
    double.behaveOnce('getMe', behaviour)
    expect(await probe.probe(server)).toEqual({ ok: false, error: fault })
    // A bot is no webhook either, which only the first call can see.
    double.behaveOnce('getWebhookInfo', behaviour)
    expect(await probe.probe(server)).toEqual({ ok: false, error: fault })
  })

  it('reports a webhook of another program, and leaves it alone', async () => {
    const { double, transport, server } = await openMessengerForTest()
    double.world.webhook = { url: 'https://other.test/', secretToken: '', maxConnections: 40 }
    expect(await telegramChatProbe(transport).probe(server)).toEqual({
      ok: false,
      error: 'webhook_elsewhere',
    })
    expect(double.world.webhook).not.toBeNull()
  })

  it('sends no token that would change the path', async () => {
    const { double, transport, server } = await openMessengerForTest()
    const probe = telegramChatProbe(transport)
    for (const token of ['', '1:a/../x', '1:a?b', '1:a#b', '1:%2e', 'x:y', ' 1:a', '1:a\n', '1:ä'])
      expect(await probe.probe({ ...server, token })).toEqual({ ok: false, error: 'token_refused' })
    expect(double.requests).toEqual([])
  })

  it('reports a server that does not respond in time', async () => {
    const { double, transport, server } = await openMessengerForTest({
      timing: { random: () => 0, after: (_, callback) => (setImmediate(callback), () => {}) },
    })
    double.behave('*', 'hang')
    expect(await telegramChatProbe(transport).probe(server)).toEqual({
      ok: false,
      error: 'unreachable',
    })
  })
})
