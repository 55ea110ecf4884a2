import { loopbackCertificate } from '@ken/testing'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { callKen, jsonOf } from './call-ken.ts'

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plainServer = (meet: (socket: Socket) => void) =>
  addressOf(createServer((socket) => meet(socket.on('error', () => {}))))

const call = (url: string) => callKen(url, '/readyz', {}, { patienceMs: 5_000 })

it('says that the certificate of a server is not trusted, and what to set', async () => {
  const url = `https://${await addressOf(createTlsServer(await loopbackCertificate()))}`
  await expect(call(url)).rejects.toMatchObject({
    code: 'failed',
    message: `The certificate of ${url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.`,
  })
})

it('says that a server does not use TLS', async () => {
  const address = await plainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await expect(call(`https://${address}`)).rejects.toMatchObject({
    code: 'failed',
    message: `The server at https://${address} does not use TLS. Use an address that starts with http://.`,
  })
})

it('is unavailable if the server closes the connection, as one that ends does', async () => {
  const url = `http://${await plainServer((socket) => socket.once('data', () => socket.end()))}`
  await expect(call(url)).rejects.toMatchObject({
    code: 'unavailable',
    message: `The server at ${url} closed the connection before it responded. Try again, look at its logs, or check whether its address starts with https://.`,
  })
})

it('says that a server is of another kind', async () => {
  const url = `http://${await plainServer((socket) => socket.end('220 mail ESMTP\r\n'))}`
  await expect(call(url)).rejects.toMatchObject({
    code: 'failed',
    message: `The server at ${url} responded, but it is not Ken. Set Ken's address with --url.`,
  })
})

it('is unavailable if the response ends early, and reads nothing from one that is not JSON', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n'
  const read = async (body: string) => {
    const url = `http://${await plainServer((socket) => socket.once('data', () => socket.end(head + body)))}`
    return jsonOf(url, await call(url))
  }
  await expect(read('{"results":[')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ended early. Try again') as string,
  })
  expect(await read('<html>20 bytes</html'.slice(0, 20))).toBeNull()
})
