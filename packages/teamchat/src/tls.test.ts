import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { loopbackCertificate } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outboundGuard, systemTiming } from '@ken/outbound'
import { v4TeamChatProbe } from './v4-team-chat-probe.ts'

/** A team-chat server with TLS and a bot, and a guard that resolves every name to it. */
async function open() {
  const certificate = await loopbackCertificate()
  const names: string[] = []
  const server = createServer(certificate, (_, response) =>
    response.end(JSON.stringify({ id: 'x'.repeat(26), username: 'ken', is_bot: true })),
  )
  server.on('connection', (socket) => socket.on('error', () => {}))
  server.on('secureConnection', ({ servername }) => void names.push(String(servername)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const guard = outboundGuard({
    allowLoopback: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const probe = (host: string) =>
    v4TeamChatProbe({ guard, timing: systemTiming }).probe({
      baseUrl: `https://${host}:${port}`,
      token: 'token',
    })
  return { names, probe, certificate: certificate.cert }
}

function trust(certificate: string) {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

describe('a server behind TLS', () => {
  it('R73 is addressed by its name although the connection goes to the checked address', async () => {
    const { names, probe, certificate } = await open()
    trust(certificate)
    expect(await probe('ken.test')).toMatchObject({ ok: true })
    expect(names).toEqual(['ken.test'])
  })

  it('R73 is refused under a name that its certificate does not have', async () => {
    const { probe, certificate } = await open()
    trust(certificate)
    expect(await probe('other.example.com')).toEqual({ ok: false, error: 'certificate_untrusted' })
  })

  it('R73 is refused when its certificate is not trusted', async () => {
    const { probe } = await open()
    expect(await probe('ken.test')).toEqual({ ok: false, error: 'certificate_untrusted' })
  })
})
