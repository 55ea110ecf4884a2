import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testWorld } from '../test-world.ts'

const openapi = (env: { readonly [name: string]: string }, ...argv: readonly string[]) =>
  testWorld({ env }).ken('openapi', ...argv)

const servers = async (...parameters: Parameters<typeof openapi>) =>
  JSON.parse((await openapi(...parameters)).stdout).servers

/** A Ken of another version, mounted below a path. */
async function served(document: object): Promise<string> {
  const server = createServer(({ url }, response) => {
    const isDocument = url === '/ken/public/v1/openapi.json'
    response.writeHead(isDocument ? 200 : 404).end(JSON.stringify(isDocument ? document : {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ken`
}

describe('ken openapi', () => {
  it('prints the document that the Ken at the address serves', async () => {
    const document = { openapi: '3.1.0', info: { version: '7' } }
    const url = await served(document)
    expect(JSON.parse((await openapi({}, '--url', `${url}/`)).stdout)).toEqual(document)
    expect((await openapi({ KEN_URL: url }, '--json')).stdout).toBe(`${JSON.stringify(document)}\n`)
  })

  it('fails with advice if no Ken is at the address', async () => {
    const noDocument = await openapi({}, '--url', await served({}))
    expect(noDocument).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('is not Ken'),
    })
    const nothing = await openapi({}, '--url', 'http://127.0.0.1:1', '--json')
    expect(JSON.parse(nothing.stderr)).toMatchObject({ error: { code: 'unavailable' } })
  })

  it('prints the document of this version for the configured address without one', async () => {
    expect(await servers({ KEN_BASE_URL: 'https://base.example.com' })).toEqual([
      { url: 'https://base.example.com' },
    ])
    expect(await servers({ KEN_PORT: '8090', KEN_DATABASE_URL: 'nonsense' })).toEqual([
      { url: 'http://localhost:8090' },
    ])
    expect(await servers({ KEN_URL: '' }, '--json')).toEqual([{ url: 'http://localhost:8080' }])
  })
})
