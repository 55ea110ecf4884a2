import { expect, it, onTestFinished } from 'vitest'
import { answerModelDouble } from './answer-model-double.ts'

it('speaks the chat API, records requests, and returns the configured answer', async () => {
  const double = await answerModelDouble()
  onTestFinished(double.close)
  const ask = async () => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
    const response = await fetch(`${double.url}/chat/completions`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer k' },
    })
    return { status: response.status, json: (await response.json()) as object }
  }
  expect(await ask()).toMatchObject({
    status: 200,
    json: { choices: [{ message: { content: 'You sent 1 messages.' } }] },
  })
  double.behave({ says: 'Hello.' })
  expect(await ask()).toMatchObject({
    json: { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] },
  })
  double.behave({ status: 429 })
  expect(await ask()).toMatchObject({ status: 429 })
  expect(double.requests).toHaveLength(3)
  expect(double.requests[0]).toMatchObject({
    authorization: 'Bearer k',
    body: { messages: [{ content: 'hi' }] },
  })
})
