import { changeBotMessenger, ok, operator, type Ports } from '@ken/core'
import { aBotMessengerIn, aChatMessage, withBotMessenger } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../../testing/http-world.ts'

const path = '/chat/bot_messenger/updates'
const header = 'x-telegram-bot-api-secret-token'

/** Ken whose bot messenger posts, and what it delivers. */
async function open() {
  const updates: unknown[] = []
  const world = await httpWorld()
  const { ports } = world
  const { webhook } = ports.chatPlatforms.bot_messenger
  const deliver: typeof webhook.deliver = async (_bot, update, inbox) => {
    updates.push(update)
    await inbox.receive(ok(aChatMessage({ postedAt: ports.clock.now() })))
  }
  const secrets: string[] = []
  const newSecret: Ports['secrets']['newSecret'] = () => {
    const made = ports.secrets.newSecret()
    secrets.push(made.plain)
    return made
  }
  await aBotMessengerIn(ports)
  let isUnavailable = false
  const served = await httpWorld({
    ports: {
      ...withBotMessenger(ports, { webhook: { ...webhook, deliver } }),
      transact: (work) => {
        if (isUnavailable) throw new Error('canary')
        return ports.transact(work)
      },
    },
  })
  const change = async (input: Parameters<typeof changeBotMessenger>[1]) => {
    const changed = await changeBotMessenger(
      { ...ports, secrets: { ...ports.secrets, newSecret } },
      input,
    )
    expect(changed.ok).toBe(true)
    ports.clock.advance(2_000)
    return secrets.at(-1) ?? ''
  }
  const secret = await change({ actor: operator, transport: 'webhook' })
  const post = (given: string | null, body: string | null = '{}', method = 'POST') =>
    served.app.request(path, {
      method,
      ...(method === 'GET' ? {} : { body }),
      headers: { 'content-type': 'application/json', ...(given !== null && { [header]: given }) },
    })
  /** The response of a path without a route. */
  const nothing = async (method = 'POST') =>
    shown(await served.app.request('/chat/bot_messenger/update', { method }))
  const setUnavailable = (unavailable: boolean) => void (isUnavailable = unavailable)
  return { ...served, store: ports, updates, secret, change, post, nothing, setUnavailable }
}

/** All of a response but what differs with every request. */
async function shown(response: Response) {
  const headers = new Headers(response.headers)
  headers.delete('x-request-id')
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, '')
  return { status: response.status, headers: [...headers], body }
}

describe('R229 POST /chat/bot_messenger/updates', () => {
  it('takes an update with the secret, and responds with nothing else', async () => {
    const { post, secret, updates, store } = await open()
    const response = await post(secret, '{"update_id":1}')
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(updates).toEqual([{ update_id: 1 }])
    expect(store.database.tables.chatPosts.size).toBe(1)
  })

  it('is no route to a caller with another secret, with every method', async () => {
    const { post, nothing, secret, updates, change } = await open()
    const other = await change({ actor: operator, enabled: false })
    const next = await change({ actor: operator, enabled: true })
    const forgeries = [null, '', next.slice(0, -1), `${next}1`, next.toUpperCase(), `${next} x`]
    for (const forged of [...forgeries, secret, other, 'token-0', 'x'.repeat(8_000)])
      expect(await shown(await post(forged))).toEqual(await nothing())
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await shown(await post(next, null, method))).toEqual(await nothing(method))
    expect(updates).toEqual([])
    expect((await post(next)).status).toBe(200)
  })

  it('is no route while Ken polls', async () => {
    const { post, nothing, secret, change } = await open()
    await change({ actor: operator, transport: 'polling' })
    expect(await shown(await post(secret))).toEqual(await nothing())
  })

  it('counts what is too large or no JSON instead of having it come again', async () => {
    const { post, secret, updates, store } = await open()
    const largest = JSON.stringify({ text: 'x'.repeat(1024 * 1024 - 11) })
    expect([(await post(secret, largest)).status, updates.length]).toEqual([200, 1])
    expect([(await post(secret, `${largest} `)).status, updates.length]).toEqual([200, 1])
    expect((await post(secret, '{"update_id":')).status).toBe(200)
    expect(updates[1]).toBeUndefined()
    const [counted] = [...store.database.tables.chatMarks.values()]
    expect(counted?.dropped).toEqual({ oversized: 1 })
  })

  it('confirms nothing that is not stored, and says nothing about why', async () => {
    const { post, secret, setUnavailable, store } = await open()
    expect((await post(secret)).status).toBe(200)
    setUnavailable(true)
    const response = await post(secret)
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('canary')
    setUnavailable(false)
    expect((await post(secret)).status).toBe(200)
    expect(store.database.tables.chatPosts.size).toBe(2)
  })

  it('keeps secrets and updates out of the log', async () => {
    const { post, secret, ports } = await open()
    await post(secret, '{"text":"canary"}')
    await post(`${secret}9`, '{"text":"canary"}')
    const logged = JSON.stringify(ports.log.lines)
    expect(logged).toContain(path)
    expect(logged).not.toContain(secret)
    expect(logged).not.toContain('canary')
  })
})
