import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionTo, emptySchema, failingWayTo, openFor } from '../testing/server-world.ts'
import { defaultLimits } from '../open/server/server-limits.ts'
import { withinRequest } from './request-scope.ts'

const echo = 'select $1::int as value, pg_backend_pid() as pid'
type Echo = { readonly value: number; readonly pid: number }

async function world() {
  const { url, name } = await emptySchema()
  const proxy = await failingWayTo(url)
  const { lookUp, ping } = await openFor(proxy.url)
  const look = async (value: number) => (await lookUp<Echo>('echo', echo, [value]))[0]!
  return { proxy, name, admin: await connectionTo(url), lookUp, look, ping }
}

describe('look-ups', () => {
  it('each return their own rows, all on one connection, in any order of their requests', async () => {
    const { look } = await world()
    const values = Array.from({ length: 500 }, (_, value) => value)
    const found = await Promise.all(
      values.map(async (value) => {
        if (value % 3 === 0) await sleep(value % 7)
        return look(value)
      }),
    )
    expect(found.map(({ value }) => value)).toEqual(values)
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(1)
  })

  it('that the server refuses fail alone and keep the connection', async () => {
    const { lookUp, look } = await world()
    const { pid } = await look(0)
    const outcomes = await Promise.allSettled([
      look(1),
      lookUp('fail', 'select 1/$1::int', [0]),
      look(2),
      lookUp('wrong', 'selec', []),
      look(3),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await look(4)).toEqual({ value: 4, pid })
  })

  it('R85 that follow one whose preparation timed out are unavailable, and work afterwards', async () => {
    const { url } = await emptySchema()
    const admin = await connectionTo(url)
    await admin.query('create table locked (value int)')
    const { lookUp } = await openFor(url, { limits: { ...defaultLimits, queryMs: 500 } })
    const look = () => lookUp('locked', 'select value from locked', [])
    await admin.query('begin')
    await admin.query('lock table locked in access exclusive mode')
    const outcomes = await Promise.allSettled([look(), look(), look()])
    expect(outcomes).toMatchObject(
      outcomes.map(() => ({ reason: { name: 'Unavailable', dependency: 'database' } })),
    )
    expect(outcomes[0]).toHaveProperty('reason.message', expect.stringContaining('took too long'))
    await admin.query('rollback')
    expect(await look()).toEqual([])
  })

  it('R12 are refused beyond a thousand at a time', async () => {
    const { look } = await world()
    await look(0)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_010 }, (_, value) => look(value)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ reason: { name: 'Unavailable', retryAfterSeconds: 1 } })
    expect(await look(1)).toMatchObject({ value: 1 })
  })

  it('of a request that has ended are not sent', async () => {
    const { look } = await world()
    const late = withinRequest(AbortSignal.abort(), () => look(1))
    await expect(late).rejects.toMatchObject({ name: 'Unavailable', dependency: 'request' })
  })

  it('open no connection once the database is closed', async () => {
    const { url, name } = await emptySchema()
    const admin = await connectionTo(url)
    const { lookUp, close } = await openFor(url)
    await lookUp('echo', echo, [1])
    await close()
    await expect(lookUp('echo', echo, [2])).rejects.toMatchObject({
      name: 'Unavailable',
      dependency: 'database',
    })
    const others =
      'select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'
    await expect.poll(async () => (await admin.query(others, [name])).rowCount).toBe(0)
  })

  it('R85 fail when the server ends their connection, and the next ones open another', async () => {
    const { look, admin } = await world()
    const { pid } = await look(0)
    await admin.query('select pg_terminate_backend($1)', [pid])
    await expect
      .poll(() =>
        look(1).then(
          (found) => found.pid !== pid,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('R85 continue within five seconds on a new connection after the network dropped theirs', async () => {
    const { look, proxy, ping } = await world()
    await Promise.all([look(0), ping()])
    const warnings: string[] = []
    const warn = ({ name }: Error) => warnings.push(name)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    proxy.hole()
    const started = performance.now()
    const forgotten = Promise.allSettled(Array.from({ length: 20 }, () => look(1)))
    await expect
      .poll(
        () =>
          look(2).then(
            () => true,
            () => false,
          ),
        { timeout: 6_000 },
      )
      .toBe(true)
    expect(performance.now() - started).toBeLessThan(5_000)
    const outcomes = await forgotten
    expect(outcomes).toMatchObject(outcomes.map(() => ({ reason: { name: 'Unavailable' } })))
    expect(warnings).toEqual([])
  })
})
