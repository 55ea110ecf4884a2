import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { teamChatProbeContract } from '@ken/core/contracts'
import type { TeamChatBehaviour } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outboundGuard } from './outbound-guard.ts'
import { openChat, openChatForTest } from './testing/chat-world.ts'
import { eventually } from './testing/eventually.ts'
import { heldTiming } from './testing/held-timing.ts'
import { systemTiming } from './timing.ts'
import { v4TeamChatProbe } from './v4-team-chat-probe.ts'

teamChatProbeContract('v4', async () => {
  const { double, connecting, server, alice, setAway, close } = await openChat()
  const { id, username: handle, token } = double.bot
  const personToken = alice.token
  return { probe: v4TeamChatProbe(connecting), server: { ...server, token }, bot: { id, handle }, personToken, setAway, close }
})

const userId = 'x'.repeat(26)

describe('v4TeamChatProbe', () => {
  it.for<[TeamChatBehaviour, string]>([
    ['html', 'not_team_chat'],
    ['huge', 'not_team_chat'],
    ['reset', 'unreachable'],
    ['rate_limited', 'server_failing'],
    [{ status: 500 }, 'server_failing'],
    [{ status: 503 }, 'server_failing'],
    [{ status: 401, id: 'api.context.session_expired.app_error' }, 'token_refused'],
    [{ status: 403 }, 'not_team_chat'],
    [{ status: 404 }, 'not_team_chat'],
    [{ status: 301, location: 'http://127.0.0.1:1/' }, 'not_team_chat'],
    [{ json: null }, 'not_team_chat'],
    [{ json: [] }, 'not_team_chat'],
    [{ json: { id: 'short', username: 'ken', is_bot: true } }, 'not_team_chat'],
    [{ json: { id: userId, username: 7, is_bot: true } }, 'not_team_chat'],
    [{ json: { id: userId, username: 'k e n', is_bot: true } }, 'not_team_chat'],
    [{ json: { id: userId, username: 'alice' } }, 'not_a_bot'],
    [{ json: { id: userId, username: 'alice', is_bot: 'true' } }, 'not_a_bot'],
  ])('R87 says of a server that answers %j: %s', async ([behaviour, fault]) => {
    const { double, connecting, server } = await openChatForTest()
    double.behave('*', behaviour)
    expect(await v4TeamChatProbe(connecting).probe(server)).toEqual({ ok: false, error: fault })
  })

  it.for<TeamChatBehaviour>(['hang', 'trickle'])(
    'R73 R87 waits five seconds for a server that answers with %s',
    async (behaviour) => {
      const timing = heldTiming()
      const { double, connecting, server } = await openChatForTest({ timing })
      double.behave('*', behaviour)
      const verdict = v4TeamChatProbe(connecting).probe(server)
      await eventually(() => expect(double.requests).toHaveLength(1))
      timing.pass(4_999)
      expect(timing.waiting()).toEqual([1])
      timing.pass(1)
      expect(await verdict).toEqual({ ok: false, error: 'unreachable' })
    },
  )

  it('R73 takes the same time limit for the look-up of the name', async () => {
    const timing = heldTiming()
    const guard = outboundGuard({ allowLoopback: false, resolve: () => new Promise(() => {}) })
    const verdict = v4TeamChatProbe({ guard, timing }).probe({ baseUrl: 'https://chat.example.com', token: 'token' })
    timing.pass(5_000)
    expect(await verdict).toEqual({ ok: false, error: 'unreachable' })
  })

  it('R72 R73 follows no redirect: the token stays where it was meant to go', async () => {
    const { double, connecting, server } = await openChatForTest()
    const other = await openChatForTest()
    double.behave('*', { status: 307, location: `${other.double.url}/api/v4/users/me` })
    expect(await v4TeamChatProbe(connecting).probe(server)).toEqual({ ok: false, error: 'not_team_chat' })
    expect(other.double.requests).toEqual([])
  })

  it('R73 connects to the address that was judged, although the name leads elsewhere a moment later', async () => {
    const { double, server } = await openChatForTest()
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const probe = v4TeamChatProbe({ guard: outboundGuard({ allowLoopback: true, resolve }), timing: systemTiming })
    const named = { ...server, baseUrl: server.baseUrl.replace('127.0.0.1', 'chat.example.com') }
    expect(await probe.probe(named)).toMatchObject({ ok: true })
    expect(await probe.probe(named)).toEqual({ ok: false, error: 'address_forbidden' })
    expect(double.requests).toHaveLength(1)
  })

  it('R73 sends nothing to an address that is refused', async () => {
    const { double, server } = await openChatForTest()
    const probe = v4TeamChatProbe({ guard: outboundGuard({ allowLoopback: false }), timing: systemTiming })
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])
      expect(await probe.probe({ ...server, baseUrl: server.baseUrl.replace('127.0.0.1', host) })).toEqual({
        ok: false,
        error: 'address_forbidden',
      })
    expect(double.requests).toEqual([])
  })

  it('R73 tells a closed port, a silent one and one that speaks something else apart by nothing', async () => {
    const { connecting } = await openChatForTest()
    const [closed, foreign, hangingUp] = [await listen(), await listen(), await listen()]
    closed.close()
    foreign.on('connection', (socket) => socket.write('220 mail.example.com ESMTP\r\n'))
    hangingUp.on('connection', (socket) => socket.destroy())
    const probe = v4TeamChatProbe(connecting)
    const verdicts = await Promise.all(
      [closed, foreign, hangingUp].map(({ port }) => probe.probe({ baseUrl: `http://127.0.0.1:${port}`, token: 'token' })),
    )
    expect(verdicts).toEqual(verdicts.map(() => ({ ok: false, error: 'unreachable' })))
  })

  it('R10 shows the token in nothing it gives or throws, and sends none that no header may carry', async () => {
    const { double, connecting, server } = await openChatForTest()
    const probe = v4TeamChatProbe(connecting)
    for (const token of ['canary', 'canary\r\nX-Injected: yes', 'cänary', ''])
      expect(inspect(await probe.probe({ ...server, token }), { depth: Infinity })).not.toContain('canary')
    expect(double.requests.map(({ authorization }) => authorization)).toEqual(['Bearer canary', 'Bearer', 'Bearer', 'Bearer'])
  })
})

/** A port that takes connections. */
async function listen(): Promise<Server & { readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}
