import { describe, expect, it } from 'vitest'
import { ConnectionReports, failureOf } from './connection-reports.ts'
import { InboxRejected } from './delivery.ts'

function open(isRejecting = () => false) {
  const [reports, lines]: [(readonly unknown[])[], (readonly unknown[])[]] = [[], []]
  const stopping = new AbortController()
  const report = async (...of: readonly unknown[]) => {
    reports.push(of)
    if (isRejecting()) throw new Error('not now')
  }
  const write = (event: string, fields?: object) => void lines.push([event, { ...fields }])
  const options = {
    area: 'chat',
    log: { info: write, warn: write, error: write },
    inbox: {
      alive: (details?: string) => report('alive', details),
      interrupted: (fault: 'busy' | 'away', details?: string) => report(fault, details),
    },
    signal: stopping.signal,
  }
  return { reports, lines, stopping, options, connection: new ConnectionReports(options) }
}

describe('ConnectionReports', () => {
  it('reports a fault once, and a connection each time', async () => {
    const { connection, reports, lines } = open()
    await connection.connected(true)
    await connection.connected(false)
    await connection.interrupted('busy')
    await connection.interrupted('busy')
    expect(connection.fault).toBe('busy')
    await connection.interrupted('away')
    await connection.connected(true)
    expect(connection.fault).toBeNull()
    await connection.interrupted('away')
    expect(reports.map(([state]) => state)).toEqual([
      'alive',
      'alive',
      'busy',
      'away',
      'alive',
      'away',
    ])
    expect(lines).toEqual([
      ['chat.connected', {}],
      ['chat.interrupted', { fault: 'busy' }],
      ['chat.interrupted', { fault: 'away' }],
      ['chat.connected', {}],
      ['chat.interrupted', { fault: 'away' }],
    ])
  })

  it('reports all details of a fault that stays, and logs it once', async () => {
    const { connection, reports, lines } = open()
    for (const details of ['one', 'two']) await connection.interrupted('busy', details)
    expect(reports).toEqual([
      ['busy', 'one'],
      ['busy', 'two'],
    ])
    expect(lines).toHaveLength(1)
  })

  it('survives a rejection, keeps the order, and reports nothing after the signal', async () => {
    let isRejecting = true
    const { connection, reports, lines, stopping } = open(() => isRejecting)
    void connection.connected(false)
    void connection.interrupted('busy')
    await connection.idle()
    isRejecting = false
    expect(reports.map(([state]) => state)).toEqual(['alive', 'busy'])
    expect(lines.filter(([event]) => event === 'chat.inbox_failed')).toHaveLength(2)
    stopping.abort()
    await connection.connected(false)
    expect(reports).toHaveLength(2)
  })
})

const known = (error: unknown) =>
  error === 'busy' ? ({ fault: 'busy', retryAfterSeconds: 3 } as const) : null

describe('failureOf', () => {
  it('is that of the platform, logs an unexpected one by its name, and no rejection', () => {
    const { options, lines } = open()
    const of = (error: unknown) => failureOf(error, known, options)
    expect(of('busy')).toEqual({ fault: 'busy', retryAfterSeconds: 3 })
    const rejected = { fault: 'server_failing', retryAfterSeconds: null }
    expect(of(new InboxRejected(new Error('a-secret')))).toEqual(rejected)
    expect(lines).toEqual([])
    expect(of(new TypeError('a-secret'))).toMatchObject({ fault: 'unreachable' })
    expect(of('thrown')).toMatchObject({ fault: 'unreachable' })
    expect(lines).toEqual([
      ['chat.listener_failed', { error: 'TypeError' }],
      ['chat.listener_failed', { error: 'unknown' }],
    ])
  })
})
