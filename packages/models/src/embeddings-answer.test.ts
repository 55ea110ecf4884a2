import { expect, it } from 'vitest'
import { readVectors } from './embeddings-answer.ts'

const answer = (...data: object[]) => JSON.stringify({ data })

it('orders vectors by index and gives them length one', () => {
  const body = answer({ index: 1, embedding: [0, 5] }, { index: 0, embedding: [3, 4] })
  expect(readVectors(body, 2)).toEqual([
    [0.6, 0.8],
    [0, 1],
  ])
})

it.each([
  { name: 'a page', body: '<html>', reason: 'not JSON' },
  { name: 'JSON without data', body: '{"error":{}}', reason: 'no list "data"' },
  { name: 'JSON that is not an object', body: 'null', reason: 'no list "data"' },
  {
    name: 'fewer vectors than texts',
    body: answer({ index: 0, embedding: [1] }),
    reason: '1 vectors for 2 texts',
  },
  {
    name: 'two vectors of one index',
    body: answer({ index: 0, embedding: [1] }, { index: 0, embedding: [1] }),
    reason: 'without the index',
  },
  {
    name: 'an index that no text has',
    body: answer({ index: 0, embedding: [1] }, { index: 2, embedding: [1] }),
    reason: 'without the index',
  },
  {
    name: 'no index',
    body: answer({ embedding: [1] }, { embedding: [1] }),
    reason: 'without the index',
  },
  { name: 'items that are not objects', body: '{"data":[null,null]}', reason: 'without the index' },
  {
    name: 'vectors of different dimensions',
    body: answer({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] }),
    reason: 'different dimensions',
  },
  {
    name: 'a vector that is too long to be stored',
    body: answer(...[0, 1].map((index) => ({ index, embedding: Array(16_001).fill(1) }))),
    reason: '16001 numbers, and at most 16000',
  },
  {
    name: 'an empty vector',
    body: answer({ index: 0, embedding: [] }, { index: 1, embedding: [] }),
    reason: 'not a list of finite numbers',
  },
  {
    name: 'numbers in base64',
    body: answer({ index: 0, embedding: 'AAAA' }, { index: 1, embedding: 'AAAA' }),
    reason: 'not a list of finite numbers',
  },
  {
    name: 'null as a number',
    body: answer({ index: 0, embedding: [null] }, { index: 1, embedding: [1] }),
    reason: 'not a list of finite numbers',
  },
  {
    name: 'an infinite number',
    body: '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}',
    reason: 'not a list of finite numbers',
  },
  {
    name: 'a vector of zeros',
    body: answer({ index: 0, embedding: [0, 0] }, { index: 1, embedding: [1, 1] }),
    reason: 'of length zero',
  },
  {
    name: 'a vector too long to measure',
    body: answer({ index: 0, embedding: [1e200] }, { index: 1, embedding: [1] }),
    reason: 'of length zero',
  },
])('refuses $name', ({ body, reason }) => {
  expect(() => readVectors(body, 2)).toThrow(reason)
})
