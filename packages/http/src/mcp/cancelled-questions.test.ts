import { memoryAnswerModel } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { keyHolderIn } from '../testing/key-holder.ts'
import { mcpClients, postMessage, toolCall } from '../testing/mcp-clients.ts'

/** A model that writes until it is stopped. */
async function openWriting() {
  const writing = { begun: 0, ended: 0 }
  const world = await httpWorld({
    ports: {
      answerModel: {
        ...memoryAnswerModel(),
        async *write(_prompt, signal) {
          writing.begun += 1
          const ended = Promise.withResolvers<void>()
          signal.addEventListener('abort', () => ended.resolve())
          yield 'It jams '
          await ended.promise
          writing.ended += 1
        },
      },
    },
  })
  const ask = async (key = world.key) => {
    const begun = writing.begun
    const question = toolCall('ask', { question: 'Why does the printer jam?' }, 7)
    const response = await postMessage(world.app, question, key)
    await expect.poll(() => writing.begun).toBe(begun + 1)
    return response
  }
  const cancel = (key = world.key, requestId: string | number = 7) => {
    const params = { requestId, reason: 'not needed' }
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    return postMessage(world.app, message, key)
  }
  return { ...world, writing, ask, cancel }
}

describe('a question of a client of 2025', () => {
  it('R234 stops the model when it is cancelled, and is not answered', async () => {
    const { ask, cancel, writing } = await openWriting()
    for (const times of [1, 2]) {
      const asked = await ask()
      expect((await cancel()).status).toBe(202)
      expect(await asked.text()).toBe('')
      await expect.poll(() => writing.ended).toBe(times)
    }
  })

  it('goes on if another key or another id is cancelled, or if two have its id', async () => {
    const { ask, cancel, writing, ...world } = await openWriting()
    const { plain } = await keyHolderIn(world)
    const asked = await ask()
    for (const cancelled of [await cancel(plain), await cancel(world.key, '7')])
      expect(cancelled.status).toBe(202)
    const again = await ask()
    expect((await cancel()).status).toBe(202)
    expect(writing).toEqual({ begun: 2, ended: 0 })
    await again.body?.cancel()
    await asked.body?.cancel()
  })

  it('stops when it is cancelled although a refused message had its id', async () => {
    const { app, key, ask, cancel, writing } = await openWriting()
    const question = toolCall('ask', { question: 'Why does the printer jam?' }, 7)
    expect((await postMessage(app, { ...question, unknown: true }, key)).status).toBe(400)
    const asked = await ask()
    expect((await cancel()).status).toBe(202)
    await expect.poll(() => writing.ended).toBe(1)
    expect(await asked.text()).toBe('')
  })

  it('is cancelled by the official client', async () => {
    const { app, key, writing } = await openWriting()
    const client = await mcpClients.earlier(app, key)
    const ending = new AbortController()
    const call = client.call(
      'ask',
      { question: 'Why does the printer jam?' },
      { signal: ending.signal },
    )
    await expect.poll(() => writing.begun).toBe(1)
    ending.abort('not needed')
    await expect(call).rejects.toThrow('not needed')
    await expect.poll(() => writing.ended).toBe(1)
  })
})
