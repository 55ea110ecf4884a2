import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, ownerPassword, type World } from './support/distributed.ts'
import { ken, startKen, type Server } from './support/ken-program.ts'
import { post } from './support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

describe('the first Owner', () => {
  let world: World
  let server: Server

  beforeAll(async () => {
    world = started.use(await distributedWorld({ owner: false }))
    server = started.use(await startKen(['http'], world))
  })

  it('R49 is created once by 50 setups and 3 commands at once', async () => {
    const setups = Array.from({ length: 50 }, (_, position) =>
      post(`${server.url}/setup`, { email: `owner-${position}@example.com`, password: ownerPassword }),
    )
    const commands = Array.from({ length: 3 }, () =>
      ken(['init-owner', '--email', ownerEmail, '--password', ownerPassword], world),
    )
    const statuses = (await Promise.all(setups)).map(({ status }) => status)
    const codes = (await Promise.all(commands)).map(({ code }) => code)
    expect(statuses.filter((status) => status === 201).length + codes.filter((code) => code === 0).length).toBe(1)
    // A full hashing queue may send some away for a moment; none may get anything else.
    expect(statuses.every((status) => [201, 404, 503].includes(status))).toBe(true)
    expect(await world.sql(`select role, status from users`)).toEqual([{ role: 'Owner', status: 'active' }])
    expect(await world.sql(`select action from audit_log`)).toEqual([{ action: 'account.set_up' }])
  })

  it('R49 stays the only one, for the command line too', async () => {
    const again = await ken(['init-owner', '--email', ownerEmail, '--password', ownerPassword], world)
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(/already/i)
    expect(again.stderr).not.toContain(ownerPassword)
  })
})
