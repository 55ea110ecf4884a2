import { botMessengerDouble, outageProxy, type BotMessengerDouble } from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatWorld } from '../support/chats/chat-world.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'

const soon = { timeout: 60_000, interval: 50 }
const longTest = 120_000
const address = 'https://ken.test/chat/bot_messenger/updates'
const webhookAt = (url: string) => ({ url, secretToken: 'a-secret', maxConnections: 40 })

const opened = new AsyncDisposableStack()
let messenger: BotMessengerDouble
let chat: Awaited<ReturnType<typeof chatWorld>>

beforeAll(async () => {
  messenger = opened.adopt(await botMessengerDouble(), ({ close }) => close())
  chat = opened.use(await chatWorld('bot_messenger', { KEN_BASE_URL: 'https://ken.test' }))
  const { url: api_root, token: bot_token } = messenger
  await chat.change({ api_root, bot_token, transport: 'webhook', enabled: true })
})
afterAll(() => opened.disposeAsync())

const calls = (method: string) => messenger.requests.filter((call) => call.method === method).length
/** As if the process that holds the lease had been gone for long. */
const leasesAreOver = () => chat.world.sql('update leases set expires_at = now()')
const hasLogged =
  ({ output }: Running, event: string) =>
  () =>
    output.stderr.includes(`"${event}"`)

it(
  'R71 a listener that was suspended sets no webhook after another has removed it',
  { timeout: longTest },
  async () => {
    await using processes = new AsyncDisposableStack()
    const database = processes.adopt(
      await outageProxy(chat.world.env['KEN_DATABASE_URL']!),
      ({ close }) => close(),
    )
    // It tries again and again, so that it is about to set the webhook when it resumes.
    messenger.behave('setWebhook', 'reset')
    const env = { ...chat.world.env, KEN_DATABASE_URL: database.url }
    const leader = processes.use(await startInBackground('scheduler', { ...chat.world, env }))
    await expect.poll(() => calls('setWebhook'), soon).toBeGreaterThan(1)
    leader.child.kill('SIGSTOP')
    messenger.behave('setWebhook', 'ok')
    messenger.world.webhook = webhookAt(address)
    expect(await chat.change({ transport: 'polling' })).toMatchObject({ status: 200 })
    await leasesAreOver()
    // It reads the change at its start: one that it hears of later could take longer than the lease of the first.
    processes.use(await startInBackground('scheduler', chat.world))
    await expect.poll(messenger.isPolled, soon).toBe(true)
    expect(messenger.world.webhook).toBeNull()

    // It does not learn of the other one at once.
    database.delay(300)
    const [looks, sets] = [calls('getWebhookInfo'), calls('setWebhook')]
    leader.child.kill('SIGCONT')
    await expect.poll(() => calls('getWebhookInfo'), soon).toBeGreaterThan(looks)
    await expect.poll(hasLogged(leader, 'chat.lease_lost'), soon).toBe(true)
    expect(calls('setWebhook')).toBe(sets)
    expect([messenger.world.webhook, messenger.isPolled()]).toEqual([null, true])
  },
)

it('R71 while the bot is off, a webhook of Ken is removed, and none of another program', async () => {
  expect(await chat.change({ enabled: false })).toMatchObject({ status: 200 })
  const other = webhookAt('https://other.test/')
  for (const [webhook, left] of [
    [other, other],
    [webhookAt(address), null],
  ] as const) {
    messenger.world.webhook = webhook
    const looks = calls('getWebhookInfo')
    await leasesAreOver()
    await using scheduler = await startInBackground('scheduler', chat.world)
    await expect.poll(() => calls('getWebhookInfo'), soon).toBeGreaterThan(looks)
    await scheduler.stop()
    expect(messenger.world.webhook).toEqual(left)
  }
})
