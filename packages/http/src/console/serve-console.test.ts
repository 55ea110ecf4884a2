import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { consoleFixture, consoleScript } from '../testing/console-fixture.ts'
import { httpWorld } from '../testing/http-world.ts'
import { readConsole } from './console-files.ts'

const browser = { accept: 'text/html,*/*;q=0.8' }
const html = 'text/html; charset=utf-8'

describe('the console', () => {
  it('is one shell at each of its paths, and a browser asks again whether it has changed', async () => {
    const { app } = await httpWorld()
    for (const path of ['/', '/login', '/me/keys/0198', '/invite']) {
      const response = await app.request(path, { headers: browser })
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        html,
      ])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toBe(consoleFixture.shell)
    }
    const statusFor = async (tags: string) => {
      const response = await app.request('/', { headers: { ...browser, 'if-none-match': tags } })
      return [response.status, await response.text()]
    }
    // A proxy that compresses makes the tag weak.
    const known = [`"another", ${consoleFixture.etag}`, `W/${consoleFixture.etag},"another"`, '*']
    for (const tags of known) expect([tags, await statusFor(tags)]).toEqual([tags, [304, '']])
    for (const tags of ['"another"', consoleFixture.etag.slice(1, -1), 'W/', ''])
      expect([tags, await statusFor(tags)]).toEqual([tags, [200, consoleFixture.shell]])
  })

  it('is shown with 404 at an unknown path, and once an account exists at /setup', async () => {
    const [before, after] = [await httpWorld({ setUp: false }), await httpWorld()]
    const statusOf = async ({ app }: typeof after, path: string, headers: object = browser) => {
      const response = await app.request(path, { headers: { ...headers } })
      return [response.status, response.headers.get('content-type')]
    }
    expect(await statusOf(before, '/setup')).toEqual([200, html])
    expect(await statusOf(after, '/setup')).toEqual([404, html])
    expect(await statusOf(after, '/nowhere')).toEqual([404, html])
    const known = { ...browser, 'if-none-match': consoleFixture.etag }
    expect(await statusOf(after, '/nowhere', known)).toEqual([404, html])
  })

  it('leaves paths of programs alone', async () => {
    const { app } = await httpWorld()
    const typeOf = async (path: string, init: RequestInit = {}) => {
      const response = await app.request(path, init)
      return [response.status, response.headers.get('content-type')]
    }
    const problem = 'application/problem+json'
    expect(await typeOf('/nowhere')).toEqual([404, problem])
    expect(await typeOf('/login')).toEqual([405, problem])
    expect(await typeOf('/', { method: 'POST' })).toEqual([405, problem])
    for (const path of ['/api/v1/nowhere', '/assets/nowhere.js', '/public/v2/search']) {
      const response = await app.request(path, { headers: browser })
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain('There is nothing at this address')
    }
  })

  it.each([
    [undefined, null, 'plain'],
    ['identity', null, 'plain'],
    ['gzip, deflate', 'gzip', 'zipped'],
    ['gzip, br;q=0', 'gzip', 'zipped'],
    ['gzip, deflate, br, zstd', 'br', 'broken down'],
  ])(
    'sends assets for a year, in the smallest accepted coding: %s',
    async (accepted, coding, text) => {
      const { app } = await httpWorld()
      const headers = new Headers(accepted === undefined ? {} : { 'accept-encoding': accepted })
      const response = await app.request(consoleScript, { headers })
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(await response.text()).toBe(text)
    },
  )

  it('says how to build it where it was not built, and the API works', async () => {
    const { ken, ports } = await httpWorld()
    const app = createApp({ ken, log: ports.log, console: null })
    const start = await app.request('/')
    expect([start.status, await start.text()]).toEqual([
      503,
      expect.stringContaining('npx --yes pnpm@12 build'),
    ])
    expect((await app.request('/healthz')).status).toBe(200)
    const unknown = await app.request('/nowhere', { headers: browser })
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('There is nothing at this address'),
    ])
  })
})

it('is read from a folder, with the variants that are there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-console-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = pathToFileURL(`${folder}/`)
  expect(readConsole(url)).toBeNull()
  mkdirSync(join(folder, 'assets'))
  const files = {
    'index.html': 'a shell',
    'console.json': '{"paths":["/"]}',
    'LICENSES.md': 'texts',
    'assets/a-1.js': 'script',
    'assets/a-1.js.br': 'small',
    'assets/b-2.css': 'style',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const read = readConsole(url)
  expect(read).toMatchObject({
    shell: 'a shell',
    paths: ['/'],
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  })
  expect(
    [...(read?.assets ?? [])].map(([path, { type, content }]) => [
      path,
      type,
      Object.keys(content),
    ]),
  ).toEqual([
    ['/assets/a-1.js', 'text/javascript; charset=utf-8', ['identity', 'br']],
    ['/assets/b-2.css', 'text/css; charset=utf-8', ['identity']],
  ])
})
