import { anEnrolledPersonIn, aSessionIn, memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { connectionTo } from '../test-world.ts'
import { testDoctor } from '../test-doctor.ts'
import type { Connection } from '../world.ts'

const { examine } = testDoctor()

/** The result for a rotation of the secrets. */
const rotationOf = async (ports: MemoryPorts) =>
  (await examine({ connect: async () => connectionTo(ports) })).checkOf('secrets rotation')

describe('ken doctor and secrets', () => {
  it('R83 fails once when the secrets are invalid', async () => {
    const { checks, stateOf } = await examine({
      env: { KEN_SECRETS: 'a1:hunter2' },
      connect: () =>
        Promise.reject(
          Object.assign(new Error('Entry 1 is not base64.'), { name: 'KeyRingError' }),
        ),
    })
    expect(checks.filter(({ state }) => state === 'fail')).toMatchObject([{ name: 'secrets' }])
    expect(JSON.stringify(checks)).not.toContain('hunter2')
    expect(stateOf('database')).toBe('skip')
  })

  it('R29 fails when the secrets cannot decrypt the second factors, with advice', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const look = () => examine({ connect: async () => connectionTo(ports) })
    expect((await look()).stateOf('second factors')).toBe('ok')
    ports.database.tables.accounts.set(account.id, { ...account, mfaSecret: 'of a lost key' })
    const { exitCode, checks } = await look()
    expect(exitCode).toBe(1)
    expect(checks.filter(({ state }) => state === 'fail')).toEqual([
      {
        name: 'second factors',
        state: 'fail',
        detail: expect.stringMatching(/1 second factor.*Add the missing entry.*ken reset-mfa$/),
      },
    ])
  })

  it('R83 knows no secrets of servers beside a Ken that was started before an upgrade', async () => {
    const connection = connectionTo(memoryPorts())
    const run: Connection['run'] = async (useCase, command) => {
      const outcome = await connection.run(useCase, command)
      return JSON.parse(JSON.stringify(outcome), (key, value: unknown) =>
        key === 'foreign' || key === 'late' ? undefined : value,
      ) as never
    }
    const { checkOf } = await examine({ connect: async () => ({ ...connection, run }) })
    expect(checkOf('secrets rotation')).toMatchObject({ state: 'ok' })
  })

  it.each([
    {
      secretIds: { unused: ['next'], newest: 'old', older: [] },
      state: 'warn',
      detail: 'remove the ~',
    },
    {
      secretIds: { unused: [], newest: 'next', older: ['old'] },
      state: 'warn',
      detail: 'No longer needed: old.',
    },
    {
      secretIds: { unused: [], newest: 'next', older: [] },
      state: 'ok',
      detail: 'No rotation is in progress.',
    },
  ] as const)(
    'R83 gives the next step of a rotation of the secrets: $secretIds',
    async ({ secretIds, state, detail }) => {
      const ports = memoryPorts()
      const rotating = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds } }
      expect(await rotationOf(rotating)).toMatchObject({
        state,
        detail: expect.stringContaining(detail),
      })
    },
  )

  it('R83 fails while a server signs with an entry that is not known here', async () => {
    const ports = memoryPorts()
    const now = ports.clock.now()
    ports.database.tables.secretUses.set('lost', { firstAt: now, lastAt: now })
    expect(await rotationOf(ports)).toMatchObject({
      state: 'fail',
      detail: expect.stringMatching(/^A running server signs with lost, .*the same entries/),
    })
  })

  it('R83 asks for the restart of a server that still signs with an older entry', async () => {
    const ports = memoryPorts()
    const now = ports.clock.now()
    ports.database.tables.secretUses.set('old', { firstAt: now, lastAt: now })
    const secretIds = { unused: [], newest: 'next', older: ['old'] }
    const rotating = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds } }
    expect(await rotationOf(rotating)).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(
        /^A running server still signs with old\. Restart every server/,
      ),
    })
  })

  it('R83 says what still needs the older secrets', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const rotating = {
      ...ports,
      refreshTokens: {
        ...ports.refreshTokens,
        secretIds: { unused: [], newest: 'next', older: ['old'] },
      },
      cipher: { ...ports.cipher, isOutdated: () => true },
    }
    expect(await rotationOf(rotating)).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('run: ken secrets reencrypt'),
    })
    await aSessionIn(ports, account)
    expect(await rotationOf({ ...rotating, cipher: ports.cipher })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('signs 1 session out'),
    })
  })
})
