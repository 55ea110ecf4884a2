import { expect, it, onTestFinished } from 'vitest'
import { answerModelDouble } from './answer-model-double.ts'

const saying = (text: string) => ({ status: 200, text: expect.stringContaining(text) as string })

it('speaks two APIs in events, records requests, and returns the configured answer', async () => {
  const double = await answerModelDouble()
  onTestFinished(double.close)
  const ask = async (path: string) => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
    const headers = { authorization: 'Bearer k' }
    const response = await fetch(`${double.url}${path}`, { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  }
  expect(await ask('/chat/completions')).toEqual(saying('{"content":"You "}'))
  double.behave({ says: 'Hi.' })
  expect(await ask('/messages')).toEqual(saying('{"type":"text_delta","text":"Hi."}'))
  double.behave('repeat')
  expect(await ask('/messages')).toEqual(saying('hi'))
  double.behave({ status: 429 })
  expect(await ask('/chat/completions')).toMatchObject({ status: 429 })
  double.behave('cut')
  await expect(ask('/chat/completions')).rejects.toThrow('terminated')
  expect(double.requests).toHaveLength(5)
  expect(double.requests[0]).toMatchObject({
    authorization: 'Bearer k',
    body: { messages: [{ content: 'hi' }] },
  })
  await expect.poll(double.inFlight).toBe(0)
})
