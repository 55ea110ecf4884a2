import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import type { ApiEnv } from './api-context.ts'
import { respondEvents } from './respond.ts'

it('R234 ends the connection if a stream fails while its client takes nothing', async () => {
  const destroy = vi.fn<() => void>()
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const events = new ReadableStream<Uint8Array>({ start: stream.resolve })
  const app = new Hono<ApiEnv>().get('/', (context) => {
    context.set('headers', {})
    context.set('cookies', [])
    return respondEvents(context, events)
  })
  const response = await app.request('/', {}, { outgoing: { destroy } })
  const controller = await stream.promise
  expect([response.status, destroy.mock.calls.length]).toEqual([200, 0])
  controller.error(new Error('a fault'))
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce())
})
