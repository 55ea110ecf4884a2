import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'

const page = async (path: string, setUp: boolean) => {
  const { app } = await httpWorld({ setUp })
  const response = await app.request(path, { headers: { accept: 'text/html,*/*;q=0.8' } })
  return { response, text: await response.text(), app }
}

describe('pages', () => {
  it('links from the start page to the reference, and to the setup while no account exists', async () => {
    const before = await page('/', false)
    expect(before.text).toContain('href="/setup"')
    const after = await page('/', true)
    expect(after.text).not.toContain('/setup')
    for (const { text } of [before, after]) expect(text).toContain('href="/public/v1/docs"')
  })

  it('has a setup form that needs its script, and says what to do next', async () => {
    const { response, text } = await page('/setup', false)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toContain('method="post"')
    expect(text).toContain('autocomplete="new-password"')
    expect(text).toContain('npx --yes pnpm@12 ken keys create --email')
  })

  it('reports an unknown address with a page to browsers and with a problem to programs', async () => {
    const { response, text, app } = await page('/nowhere', true)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toContain('There is nothing at this address')
    const program = { method: 'GET', headers: { accept: 'application/json, text/html;q=0, */*' } }
    for (const init of [{}, program, { method: 'POST', headers: { accept: 'text/html' } }]) {
      const responses = await app.request('/nowhere', init)
      expect([responses.status, responses.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ])
    }
  })

  it.each(['/', '/setup', '/invite', '/reset', '/public/v1/docs', '/nowhere'])(
    'needs no inline code and no other origin: %s',
    async (path) => {
      const { text, app } = await page(path, false)
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i)
      const linked = [...text.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]*)"/g)].map(
        ([, target]) => target ?? '',
      )
      expect(linked.length).toBeGreaterThan(1)
      for (const target of linked) {
        expect(target).toMatch(/^\/assets\//)
        const asset = await app.request(target)
        expect(asset.status).toBe(200)
        expect(asset.headers.get('content-type')).toMatch(
          /^(text\/css|text\/javascript|image\/svg\+xml)/,
        )
      }
    },
  )

  it.each(['/', '/invite', '/reset'])(
    'has a page at each address that emails link to: %s',
    async (path) => {
      const { response } = await page(path, true)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/html/),
      ])
    },
  )

  it.each(['/', '/setup', '/invite', '/reset', '/nowhere'])(
    'names no page that Ken does not have: %s',
    async (path) => {
      const { text } = await page(path, false)
      expect(text).not.toMatch(
        /profile|sign-in page|where you sign in|settings|console|dashboard|on the web|sign in at/i,
      )
    },
  )

  it('links only to addresses that exist', async () => {
    for (const path of ['/', '/setup', '/invite', '/reset', '/public/v1/docs', '/nowhere']) {
      const { text, app } = await page(path, false)
      const targets = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, target = '']) => target)
      const [anchors, addresses] = [
        targets.filter((target) => target.startsWith('#')),
        targets.filter((target) => !target.startsWith('#')),
      ]
      expect(anchors.filter((anchor) => !text.includes(`id="${anchor.slice(1)}"`))).toEqual([])
      const statuses = await Promise.all(
        addresses.map(async (address) => (await app.request(address)).status),
      )
      expect(statuses).toEqual(addresses.map(() => 200))
    }
  })
})
