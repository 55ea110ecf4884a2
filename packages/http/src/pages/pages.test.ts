import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { httpWorld } from '../testing/http-world.ts'

/** A page without a console, which would draw the unknown address. */
const page = async (path: string) => {
  const { ken, ports } = await httpWorld()
  const app = createApp({ ken, log: ports.log, console: null })
  const response = await app.request(path, { headers: { accept: 'text/html,*/*;q=0.8' } })
  return { response, text: await response.text(), app }
}
const paths = ['/', '/public/v1/docs', '/nowhere']

describe('pages', () => {
  it('reports an unknown address with a page to browsers and with a problem to programs', async () => {
    const { response, text, app } = await page('/nowhere')
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

  it.each(paths)('has no inline code and nothing of another origin: %s', async (path) => {
    const { text, app } = await page(path)
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i)
    const linked = [...text.matchAll(/<(?:link|img|script)[^>]*\s(?:href|src)="([^"]*)"/g)].map(
      ([, target]) => target ?? '',
    )
    expect(linked.length).toBeGreaterThan(1)
    for (const target of linked) {
      expect(target).toMatch(/^\/assets\//)
      const asset = await app.request(target)
      expect(asset.status).toBe(200)
      expect(asset.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg\+xml)/)
    }
  })

  it.each(paths)('links only to addresses that exist: %s', async (path) => {
    const { app } = await httpWorld()
    const { text } = await page(path)
    const targets = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, target = '']) => target)
    const [anchors, addresses] = [
      targets.filter((target) => target.startsWith('#')),
      targets.filter((target) => !/^#|^(vscode|cursor):/.test(target)),
    ]
    expect(anchors.filter((anchor) => !text.includes(`id="${anchor.slice(1)}"`))).toEqual([])
    const statuses = await Promise.all(
      addresses.map(async (address) => (await app.request(address)).status),
    )
    expect(statuses).toEqual(addresses.map(() => 200))
  })
})
