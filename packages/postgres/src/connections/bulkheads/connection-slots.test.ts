import { Unavailable } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { connectionSlots } from './connection-slots.ts'
import { requestScope, type RequestScope } from '../request-scope.ts'

const request = () => requestScope(new AbortController().signal)

describe('waiting for a connection', () => {
  const limits = { requestsMax: 50, requestMs: 300, otherMs: null }

  it('grants connections in the order of the requests', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const order: number[] = []
    const all = [1, 2, 3].map((place) => take(request())!.then(() => void order.push(place)))
    for (const one of all) {
      free()
      await one
    }
    expect(order).toEqual([1, 2, 3])
  })

  it('lets later requests overtake one that yields, but only those that arrive in that time', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const order: string[] = []
    const wait = (name: string, yieldsMs: number) =>
      take(Object.assign(request(), { person: name, yieldsMs }))!.then(() => void order.push(name))
    const all = [wait('long', 60_000), wait('longer', 120_000), wait('first', 0), wait('second', 0)]
    for (const _ of all) {
      free()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(['first', 'second', 'long', 'longer'])
  })

  it('R12 refuses the fifty-first waiting request, with a retry time', async () => {
    const { take } = connectionSlots(1, limits)
    await take(null)
    const waiting = Array.from({ length: 50 }, () =>
      take(request())!.catch((error: unknown) => error),
    )
    const start = performance.now()
    await expect(take(request())).rejects.toMatchObject({
      name: 'Unavailable',
      retryAfterSeconds: 1,
    })
    expect(performance.now() - start).toBeLessThan(100)
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(Unavailable)
  })

  it('R12 lets people take turns: the requests of one delay another by one at most', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const order: string[] = []
    const wait = (name: string, caller: string | null) =>
      take(Object.assign(request(), { person: caller }))!.then(() => void order.push(name))
    const all = [
      ...['ada 1', 'ada 2', 'ada 3', 'ada 4'].map((name) => wait(name, 'ada')),
      wait('grace 1', 'grace'),
      wait('grace 2', 'grace'),
      wait('stranger', null),
    ]
    for (const _ of all) {
      free()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(['ada 1', 'grace 1', 'stranger', 'ada 2', 'grace 2', 'ada 3', 'ada 4'])
  })

  it('lets later requests of a person overtake one of their own that yields', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const order: string[] = []
    const wait = (name: string, person: string, yieldsMs: number) =>
      take(Object.assign(request(), { person, yieldsMs }))!.then(() => void order.push(name))
    const all = [
      wait('ada, long', 'ada', 60_000),
      wait('ada, longer', 'ada', 120_000),
      wait('ada', 'ada', 0),
      wait('grace', 'grace', 0),
    ]
    for (const _ of all) {
      free()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(['ada', 'grace', 'ada, long', 'ada, longer'])
  })

  it('R12 gives the last place of the caller that has most to another one', async () => {
    const { take, free } = connectionSlots(1, { ...limits, requestsMax: 10 })
    await take(null)
    const order: string[] = []
    const wait = (name: string, caller: string | null) =>
      take(Object.assign(request(), { person: caller }))!.then(
        () => order.push(name),
        ({ retryAfterSeconds }: Unavailable) => order.push(`${name} refused ${retryAfterSeconds}`),
      )
    const all = Array.from({ length: 11 }, (_, place) => wait(`ada ${place}`, 'ada'))
    for (const place of [0, 1, 2, 3]) all.push(wait(`grace ${place}`, 'grace'))
    all.push(wait('stranger', null))
    await new Promise(setImmediate)
    for (const refused of ['ada 10', 'ada 9', 'ada 8', 'ada 7', 'ada 6', 'ada 5'])
      expect(order).toContain(`${refused} refused 1`)
    order.length = 0
    for (let place = 0; place < 10; place += 1) {
      free()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(
      'ada 0,grace 0,stranger,ada 1,grace 1,ada 2,grace 2,ada 3,grace 3,ada 4'.split(','),
    )
  })

  it('R12 takes all clients with an unknown network for one, but not the work outside of requests', async () => {
    const { take, free } = connectionSlots(1, { ...limits, requestsMax: 3 })
    await take(null)
    const order: string[] = []
    const wait = (name: string, scope: RequestScope | null) =>
      take(scope)!.then(
        () => order.push(name),
        () => order.push(`${name} refused`),
      )
    const all = [
      ...['stranger 1', 'stranger 2', 'stranger 3'].map((name) => wait(name, request())),
      ...['job 1', 'job 2'].map((name) => wait(name, null)),
      wait('ada', Object.assign(request(), { person: 'ada' })),
    ]
    for (const _ of all) {
      await new Promise(setImmediate)
      free()
    }
    await Promise.all(all)
    expect(order).toEqual('stranger 3 refused,stranger 1,job 1,job 2,ada,stranger 2'.split(','))
  })

  it('ends the wait of those behind as well, and puts the next of a person in line when one leaves it', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const ending = new AbortController()
    const takeFor = (signal = new AbortController().signal) =>
      take(Object.assign(requestScope(signal), { person: 'ada' }))!
    const first = takeFor(ending.signal).catch((error: unknown) => error)
    const [second, third] = [takeFor(), takeFor(ending.signal).catch((error: unknown) => error)]
    ending.abort()
    for (const ended of [first, third]) expect(await ended).toMatchObject({ dependency: 'request' })
    free()
    await second
    await expect(takeFor()).rejects.toThrow(Unavailable)
  })

  it('bounds how long a request waits; jobs wait without limit', async () => {
    const { take, free } = connectionSlots(1, limits)
    await take(null)
    const job = take(null)
    await expect(take(request())).rejects.toThrow(Unavailable)
    free()
    await job
  })

  it('gives no connection to a request that has ended', async () => {
    const { take, free } = connectionSlots(1, { ...limits, requestMs: 60_000 })
    await take(null)
    const ending = new AbortController()
    const over = requestScope(ending.signal)
    const abandoned = take(over)!.catch((error: unknown) => error)
    const next = take(request())
    ending.abort()
    free()
    await next
    expect(await abandoned).toMatchObject({ dependency: 'request' })
    await expect(take(over)).rejects.toMatchObject({ dependency: 'request' })
  })
})

describe('a request that has stored something', () => {
  it('gets a connection although it has ended, and waits as long as a job', async () => {
    const { take, free } = connectionSlots(1, { requestsMax: 0, requestMs: 1, otherMs: 5_000 })
    const ending = new AbortController()
    const scope = requestScope(ending.signal)
    scope.markWritten()
    ending.abort()
    await take(scope)
    const next = take(scope)
    free()
    await expect(next).resolves.toBeUndefined()
  })
})
