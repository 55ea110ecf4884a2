import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyHome, ken, kenJson, startKen, type Server } from '../support/ken-program.ts'
import { post, search, searchWith } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const owner = {
  email: 'Ada@Example.com',
  password: 'seven quiet herons over the harbour',
  name: 'Ada',
}

describe('a first run, from an empty directory to the first results', () => {
  const home = started.use(emptyHome())
  const options = { cwd: home.path }
  let server: Server
  let key = ''
  let id = ''

  beforeAll(async () => {
    server = started.use(await startKen(['start', '--sample'], options))
  })

  it('shows where to continue', () => {
    expect(server.output.stdout).toContain('/setup')
    expect(server.output.stdout).toContain('keys create')
  })

  it('offers setup while there is no account', async () => {
    const page = await fetch(`${server.url}/setup`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch('text/html')
  })

  it('refuses a weak password with every reason and creates no account', async () => {
    const refused = await post(`${server.url}/setup`, { ...owner, password: 'ken' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      code: 'PASSWORD_REJECTED',
      reasons: ['too_short', 'too_weak'],
    })
    expect((await fetch(`${server.url}/setup`)).status).toBe(200)
  })

  it('creates the first Owner; after that the setup page is not found', async () => {
    const created = await post(`${server.url}/setup`, owner)
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(await created.json()).toMatchObject({
      user: { email: 'ada@example.com', role: 'Owner', name: 'Ada' },
    })

    const strange = { request_id: expect.any(String) as string }
    const responses = await Promise.all(
      ['/setup', '/no-such-page'].map((path) => post(`${server.url}${path}`, owner)),
    )
    const [again, unknown] = await Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        body: (await response.json()) as object,
      })),
    )
    expect(again?.status).toBe(404)
    expect({ ...again, body: { ...again?.body, ...strange } }).toEqual({
      ...unknown,
      body: { ...unknown?.body, ...strange },
    })
    expect((await fetch(`${server.url}/setup`)).status).toBe(404)
  })

  it('creates a key on the command line next to the running server', async () => {
    const created = await kenJson<{ id: string; key: string; prefix: string }>(
      ['keys', 'create', '--email', 'ada@example.com', '--name', 'laptop'],
      options,
    )
    ;({ id, key } = created)
    expect(key).toMatch(/^ken_[0-9A-Za-z]{49}$/)
    expect(key.startsWith(created.prefix)).toBe(true)
    const listed = await ken(['keys', 'list', '--json'], options)
    expect(listed.stdout).toContain(created.prefix)
    expect(listed.stdout).not.toContain(key)
  })

  it('finds the page that a person would expect', async () => {
    const { results, degraded } = await search(server.url, key, 'how do I set up the VPN?', 3)
    expect(degraded).toBe(false)
    expect(results).toHaveLength(3)
    expect(results[0]).toMatchObject({
      title: 'Set up the VPN (NorrNet)',
      source: 'wiki',
      url: expect.stringMatching(/^https:/) as string,
    })
    expect(results[0]?.snippet).not.toBe('')
  })

  it('shows the documents of a group only while the person is a member, Owners included', async () => {
    expect(await seesBankDetails(server, key)).toBe(false)
    expect((await ken(['groups', 'add', 'finance', 'ada@example.com'], options)).code).toBe(0)
    expect(await seesBankDetails(server, key)).toBe(true)
    expect((await ken(['groups', 'remove', 'finance', 'ada@example.com'], options)).code).toBe(0)
    expect(await seesBankDetails(server, key)).toBe(false)
  })

  it('never shows a private document of another person', async () => {
    const { results } = await search(server.url, key, 'reorganisation draft', 50)
    expect(results.filter(({ title }) => title.startsWith('Reorganisation'))).toEqual([])
  })

  it('imports next to the running server, and finds the new documents at once', async () => {
    const file = join(home.path, 'garden.md')
    writeFileSync(
      file,
      '# Watering the rhubarb\n\nThe rhubarb behind the canteen is watered on Mondays.\n',
    )
    const imported = await ken(
      ['import', file, '--source', 'garden', '--allow', 'everyone'],
      options,
    )
    expect(imported).toMatchObject({ code: 0 })
    expect((await search(server.url, key, 'rhubarb')).results[0]).toMatchObject({
      title: 'Watering the rhubarb',
      source: 'garden',
    })
  })

  it('R89 stops with exit code 0, and has all data after the next start', async () => {
    expect(await server.stop()).toBe(0)
    server = started.use(await startKen(['start'], options))
    expect((await fetch(`${server.url}/setup`)).status).toBe(404)
    expect((await search(server.url, key, 'rhubarb')).results).toHaveLength(1)
  })

  it('refuses the key on the next request after it is revoked', async () => {
    expect((await ken(['keys', 'revoke', id], options)).code).toBe(0)
    expect((await searchWith(server.url, key, 'vpn')).status).toBe(401)
  })
})

async function seesBankDetails({ url }: Server, key: string): Promise<boolean> {
  const { results } = await search(url, key, 'supplier bank details', 50)
  return results.some(({ title }) => title === 'Change of supplier bank details')
}
