import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'

const page = async (path: string, setUp: boolean) => {
  const { app } = await httpWorld({ setUp })
  const response = await app.request(path)
  return { response, text: await response.text(), app }
}

describe('pages', () => {
  it('leads from the start page to the setup while nobody has an account, and to the reference always', async () => {
    const before = await page('/', false)
    expect(before.text).toContain('href="/setup"')
    const after = await page('/', true)
    expect(after.text).not.toContain('/setup')
    for (const { text } of [before, after]) expect(text).toContain('href="/public/v1/docs"')
  })

  it('has a setup form that can do nothing without the script, and says what to do next', async () => {
    const { response, text } = await page('/setup', false)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toContain('method="post"')
    expect(text).toContain('autocomplete="new-password"')
    expect(text).toContain('pnpm ken keys create --email')
  })

  it.each(['/', '/setup', '/public/v1/docs'])('needs nothing inline and nothing from elsewhere: %s', async (path) => {
    const { text, app } = await page(path, false)
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i)
    const linked = [...text.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target ?? '')
    expect(linked.length).toBeGreaterThan(1)
    for (const target of linked) {
      expect(target).toMatch(/^\/assets\//)
      const asset = await app.request(target)
      expect(asset.status).toBe(200)
      expect(asset.headers.get('content-type')).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml)/)
    }
  })

  it('links only to addresses that exist', async () => {
    for (const path of ['/', '/setup', '/public/v1/docs']) {
      const { text, app } = await page(path, false)
      const targets = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, target = '']) => target)
      const [anchors, addresses] = [
        targets.filter((target) => target.startsWith('#')),
        targets.filter((target) => !target.startsWith('#')),
      ]
      expect(anchors.filter((anchor) => !text.includes(`id="${anchor.slice(1)}"`))).toEqual([])
      const statuses = await Promise.all(addresses.map(async (address) => (await app.request(address)).status))
      expect(statuses).toEqual(addresses.map(() => 200))
    }
  })
})
