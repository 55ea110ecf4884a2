import { expect, it } from 'vitest'
import { httpWorld } from '../../testing/http-world.ts'
import { installLinks } from './assistant-section.ts'

const { vsCode, cursor } = installLinks('https://portal.example.com/ken')

it('adds Ken to an editor that asks for the key, or reads it from a variable', () => {
  const [, settings = ''] = vsCode.split('?')
  expect(JSON.parse(decodeURIComponent(settings))).toEqual({
    name: 'ken',
    type: 'http',
    url: 'https://portal.example.com/ken/mcp',
    headers: { Authorization: 'Bearer ${input:ken-key}' },
    inputs: [expect.objectContaining({ type: 'promptString', id: 'ken-key', password: true })],
  })
  const { searchParams } = new URL(cursor)
  expect(searchParams.get('name')).toBe('ken')
  const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString()
  expect(JSON.parse(config)).toEqual({
    url: 'https://portal.example.com/ken/mcp',
    headers: { Authorization: 'Bearer ${env:KEN_API_KEY}' },
  })
})

it('is offered by the reference at the address of the server', async () => {
  const { app, ken } = await httpWorld()
  const text = await (await app.request('/public/v1/docs')).text()
  const links = installLinks(ken.config.baseUrl)
  for (const link of Object.values(links))
    expect(text).toContain(`href="${link.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}"`)
  expect(text).toContain(
    `claude mcp add --scope project --transport http ken ${ken.config.baseUrl}/mcp`,
  )
  expect(text).toContain('Authorization: Bearer ${KEN_API_KEY}')
})
