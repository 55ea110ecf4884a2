import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { chatProbeContract } from '@ken/core/contracts'
import { teamChatSubjects } from '@ken/core/testing'
import type { TeamChatBehaviour } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outboundGuard, systemTiming } from '@ken/outbound'
import { openChat, openChatForTest } from './testing/chat-world.ts'
import { eventually } from './testing/eventually.ts'
import { manualTiming } from './testing/manual-timing.ts'
import { v4TeamChatProbe } from './v4-team-chat-probe.ts'

chatProbeContract('v4', async () => {
  const { double, transport, server, alice, setUnavailable, close } = await openChat()
  const { id, username: handle, token } = double.bot
  return {
    probe: v4TeamChatProbe(transport),
    ...teamChatSubjects({ ...server, token }, alice.token),
    bot: { id, handle },
    setUnavailable,
    close,
  }
})

const userId = 'x'.repeat(26)

describe('v4TeamChatProbe', () => {
  it.for<{ readonly behaviour: TeamChatBehaviour; readonly fault: string }>([
    { behaviour: 'html', fault: 'not_team_chat' },
    { behaviour: 'huge', fault: 'not_team_chat' },
    { behaviour: 'reset', fault: 'unreachable' },
    { behaviour: 'rate_limited', fault: 'server_failing' },
    { behaviour: { status: 500 }, fault: 'server_failing' },
    { behaviour: { status: 503 }, fault: 'server_failing' },
    {
      behaviour: { status: 401, id: 'api.context.session_expired.app_error' },
      fault: 'token_refused',
    },
    { behaviour: { status: 403 }, fault: 'not_team_chat' },
    { behaviour: { status: 404 }, fault: 'not_team_chat' },
    { behaviour: { status: 301, location: 'http://127.0.0.1:1/' }, fault: 'not_team_chat' },
    { behaviour: { json: null }, fault: 'not_team_chat' },
    { behaviour: { json: [] }, fault: 'not_team_chat' },
    { behaviour: { json: { id: 'short', username: 'ken', is_bot: true } }, fault: 'not_team_chat' },
    { behaviour: { json: { id: userId, username: 7, is_bot: true } }, fault: 'not_team_chat' },
    {
      behaviour: { json: { id: userId, username: 'k e n', is_bot: true } },
      fault: 'not_team_chat',
    },
    { behaviour: { json: { id: userId, username: 'alice' } }, fault: 'not_a_bot' },
    { behaviour: { json: { id: userId, username: 'alice', is_bot: 'true' } }, fault: 'not_a_bot' },
  ])('R87 says of a server that answers $behaviour: $fault', async ({ behaviour, fault }) => {
    const { double, transport, server } = await openChatForTest()
    double.behave('*', behaviour)
    expect(await v4TeamChatProbe(transport).probe(server)).toEqual({ ok: false, error: fault })
  })

  it.for<TeamChatBehaviour>(['hang', 'trickle'])(
    'R73 R87 waits five seconds for a server that responds with %s',
    async (behaviour) => {
      const timing = manualTiming()
      const { double, transport, server } = await openChatForTest({ timing })
      double.behave('*', behaviour)
      const verdict = v4TeamChatProbe(transport).probe(server)
      await eventually(() => expect(double.requests).toHaveLength(1))
      timing.advance(4_999)
      expect(timing.waiting()).toEqual([1])
      timing.advance(1)
      expect(await verdict).toEqual({ ok: false, error: 'unreachable' })
    },
  )

  it('R73 limits the look-up of the name in the same way', async () => {
    const timing = manualTiming()
    const guard = outboundGuard({ allowLoopback: false, resolve: () => new Promise(() => {}) })
    const verdict = v4TeamChatProbe({ guard, timing }).probe({
      baseUrl: 'https://chat.example.com',
      token: 'token',
    })
    timing.advance(5_000)
    expect(await verdict).toEqual({ ok: false, error: 'unreachable' })
  })

  it('R72 R73 follows no redirect, which would carry the token elsewhere', async () => {
    const { double, transport, server } = await openChatForTest()
    const other = await openChatForTest()
    double.behave('*', { status: 307, location: `${other.double.url}/api/v4/users/me` })
    expect(await v4TeamChatProbe(transport).probe(server)).toEqual({
      ok: false,
      error: 'not_team_chat',
    })
    expect(other.double.requests).toEqual([])
  })

  it('R73 connects to the checked address, although the name resolves to another one a moment later', async () => {
    const { double, server } = await openChatForTest()
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    // A guard keeps its connection, which stays at the checked address.
    const probeWithNewGuard = (named: typeof server) =>
      v4TeamChatProbe({
        guard: outboundGuard({ allowLoopback: true, resolve }),
        timing: systemTiming,
      }).probe(named)
    const named = { ...server, baseUrl: server.baseUrl.replace('127.0.0.1', 'chat.example.com') }
    expect(await probeWithNewGuard(named)).toMatchObject({ ok: true })
    expect(await probeWithNewGuard(named)).toEqual({ ok: false, error: 'address_forbidden' })
    expect(double.requests).toHaveLength(1)
  })

  it('R73 sends nothing to an address that is refused', async () => {
    const { double, server } = await openChatForTest()
    const probe = v4TeamChatProbe({
      guard: outboundGuard({ allowLoopback: false }),
      timing: systemTiming,
    })
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])
      expect(
        await probe.probe({ ...server, baseUrl: server.baseUrl.replace('127.0.0.1', host) }),
      ).toEqual({
        ok: false,
        error: 'address_forbidden',
      })
    expect(double.requests).toEqual([])
  })

  it('R73 reports a closed port, a silent one and another protocol in the same way', async () => {
    const { transport } = await openChatForTest()
    const [closed, foreign, hangingUp] = [await listen(), await listen(), await listen()]
    closed.close()
    foreign.on('connection', (socket) => socket.write('220 mail.example.com ESMTP\r\n'))
    hangingUp.on('connection', (socket) => socket.destroy())
    const probe = v4TeamChatProbe(transport)
    const verdicts = await Promise.all(
      [closed, foreign, hangingUp].map(({ port }) =>
        probe.probe({ baseUrl: `http://127.0.0.1:${port}`, token: 'token' }),
      ),
    )
    expect(verdicts).toEqual(verdicts.map(() => ({ ok: false, error: 'unreachable' })))
  })

  it('R10 shows the token in no result and no error, and sends none that a header cannot carry', async () => {
    const { double, transport, server } = await openChatForTest()
    const probe = v4TeamChatProbe(transport)
    for (const token of ['canary', 'canary\r\nX-Injected: yes', 'cänary', ''])
      expect(inspect(await probe.probe({ ...server, token }), { depth: Infinity })).not.toContain(
        'canary',
      )
    expect(double.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer canary',
      'Bearer',
      'Bearer',
      'Bearer',
    ])
  })
})

/** A port that accepts connections. */
async function listen(): Promise<Server & { readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}
