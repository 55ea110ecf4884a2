import { expect, it, onTestFinished } from 'vitest'
import { embedderDouble } from './embedder-double.ts'

async function open() {
  const double = await embedderDouble(16)
  onTestFinished(() => double.close())
  return double
}

const ask = (url: string, input: readonly string[]) =>
  fetch(`${url}/embeddings`, {
    method: 'POST',
    body: JSON.stringify({ model: 'double', input }),
    headers: { authorization: 'Bearer key' },
  })

it('gives one vector per text, the same for the same text, last first', async () => {
  const double = await open()
  const { data } = (await (await ask(double.url, ['a cat', 'a dog', 'a cat'])).json()) as {
    data: { index: number; embedding: number[] }[]
  }
  expect(data.map(({ index }) => index)).toEqual([2, 1, 0])
  expect(data[0]?.embedding).toHaveLength(16)
  expect(data[0]?.embedding).toEqual(data[2]?.embedding)
  expect(data[0]?.embedding).not.toEqual(data[1]?.embedding)
})

it('records what it was asked', async () => {
  const double = await open()
  await ask(double.url, ['a cat'])
  const body = { model: 'double', input: ['a cat'] }
  expect(double.requests).toEqual([{ path: '/v1/embeddings', authorization: 'Bearer key', body }])
})

it('fails only while configured to', async () => {
  const double = await open()
  double.behave({ status: 500 })
  expect((await ask(double.url, ['a cat'])).status).toBe(500)
  double.behave('ok')
  expect((await ask(double.url, ['a cat'])).status).toBe(200)
})
