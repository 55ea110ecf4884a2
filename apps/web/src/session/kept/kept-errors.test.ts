import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepErrors } from './kept-errors.ts'

const gone = new Error('gone')

/** Waits until what has changed so far is drawn. */
const drawn = () => new Promise<void>((done) => notifyManager.schedule(done))

/** A query that is observed, and whose next answers are given by hand. */
function observed() {
  const client = new QueryClient()
  keepErrors(client.getQueryCache())
  let answer = Promise.withResolvers<string>()
  const observer = new QueryObserver<string>(client, {
    queryKey: ['part'],
    queryFn: () => answer.promise,
    retry: false,
  })
  const seen: string[] = []
  // As React does, which draws what there is after a batch of changes.
  const draw = notifyManager.batchCalls(() => {
    const { status } = observer.getCurrentResult()
    if (seen.at(-1) !== status) seen.push(status)
  })
  const follow = () => observer.subscribe(draw)
  const read = () => {
    answer = Promise.withResolvers<string>()
    return { ...answer, done: observer.refetch() }
  }
  return { observer, follow, read, seen, fail: () => answer.reject(gone) }
}

it('keeps the error of a part without data while it is read again, until there is data', async () => {
  const { observer, follow, read, seen, fail } = observed()
  follow()
  fail()
  await expect.poll(() => observer.getCurrentResult().error).toBe(gone)
  for (const outcome of ['fails', 'fails', 'succeeds']) {
    const { done, reject, resolve } = read()
    await drawn()
    expect(observer.getCurrentResult()).toMatchObject({ error: gone, fetchStatus: 'fetching' })
    if (outcome === 'fails') reject(gone)
    else resolve('data')
    await done
  }
  expect(observer.getCurrentResult()).toMatchObject({ error: null, data: 'data' })
  const { done, resolve } = read()
  resolve('more')
  await done
  await drawn()
  expect(seen).toEqual(['error', 'success'])
})

it('forgets the error once no screen shows the part', async () => {
  const { observer, follow, fail } = observed()
  const leave = follow()
  fail()
  await expect.poll(() => observer.getCurrentResult().error).toBe(gone)
  leave()
  const again = follow()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', error: null })
  again()
})
