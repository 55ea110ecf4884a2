import { describe, expect, it } from 'vitest'
import { openListening } from '../testing/listening-world.ts'
import { eventually } from '../testing/workspace-world.ts'

describe('faults of a listener of the workspace chat', () => {
  it.for([
    ['the bot token', 'botToken', 'token_refused'],
    ['the app token', 'appToken', 'app_token_refused'],
  ] as const)(
    'reports that %s was revoked while it listened, and resumes',
    async ([, name, fault]) => {
      const { double, connect, bot, states, ana, texts } = await openListening()
      await connect()
      double.revoke(bot[name])
      double.sockets.drop()
      await eventually(() => expect(states).toEqual(['alive', 'unreachable', fault]))
      double.say(ana, 'meanwhile')
      double.restore(bot[name])
      await eventually(() => expect(texts).toEqual(['meanwhile']))
      expect(states.slice(-2)).toEqual([fault, 'alive'])
    },
  )

  it('notices that the bot token was revoked while its sockets stay open', async () => {
    const { double, connect, bot, states } = await openListening()
    await connect()
    double.revoke(bot.botToken)
    await eventually(() => expect(states).toEqual(['alive', 'token_refused']))
  })

  it('waits longer from attempt to attempt until the platform says hello', async () => {
    const { double, listen, waits, callsOf, states } = await openListening()
    double.sockets.withholdHello(true)
    listen()
    for (let times = 1; times <= 4; times += 1) {
      await eventually(() => expect(double.sockets.count()).toBe(1))
      double.sockets.drop()
      await eventually(() => expect(callsOf('apps.connections.open')).toHaveLength(times + 1))
    }
    expect(waits).toHaveLength(4)
    for (const [place, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(1_000 * 2 ** place)
      expect(wait).toBeGreaterThan(500 * 2 ** place)
    }
    double.sockets.withholdHello(false)
    double.sockets.drop()
    await eventually(() => expect(states).toEqual(['unreachable', 'alive']))
    await eventually(() => expect(double.sockets.count()).toBe(2))
    waits.length = 0
    double.sockets.drop()
    await eventually(() => expect(waits.length).toBeGreaterThan(0))
    expect(waits[0]).toBeLessThanOrEqual(1_000)
  })

  it('reports that the app may open no connections any more', async () => {
    const { double, connect, states, ana, texts } = await openListening()
    await connect()
    double.behave('apps.connections.open', { status: 503 })
    double.sockets.announceEnd('link_disabled', 0)
    double.sockets.announceEnd('link_disabled', 1)
    await eventually(() => expect(states).toEqual(['alive', 'app_token_refused', 'server_failing']))
    double.say(ana, 'meanwhile')
    double.behave('apps.connections.open', 'ok')
    await eventually(() => expect(texts).toEqual(['meanwhile']))
  })

  it('reports tokens of different apps', async () => {
    const { double, listen, states } = await openListening()
    Object.assign(double.world, { appId: 'A0OTHER' })
    listen()
    await eventually(() => expect(states).toEqual(['apps_differ']))
  })

  it('reports the token of another bot', async () => {
    const { double, listen, states } = await openListening()
    Object.assign(double.world, { botUser: { ...double.world.botUser, id: 'U0OTHER' } })
    listen()
    await eventually(() => expect(states).toEqual(['token_refused']))
    expect(double.sockets.count()).toBe(0)
  })
})
