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
  ['no JSON', '<html>', 'no JSON'],
  ['JSON without data', '{"error":{}}', 'no list "data"'],
  ['JSON that is no object', 'null', 'no list "data"'],
  ['fewer vectors than texts', answer({ index: 0, embedding: [1] }), '1 vectors for 2 texts'],
  ['two vectors of one index', answer({ index: 0, embedding: [1] }, { index: 0, embedding: [1] }), 'without the index'],
  ['an index that no text has', answer({ index: 0, embedding: [1] }, { index: 2, embedding: [1] }), 'without the index'],
  ['no index', answer({ embedding: [1] }, { embedding: [1] }), 'without the index'],
  ['items that are no objects', '{"data":[null,null]}', 'without the index'],
  [
    'vectors of different dimensions',
    answer({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] }),
    'different dimensions',
  ],
  ['an empty vector', answer({ index: 0, embedding: [] }, { index: 1, embedding: [] }), 'no list of finite numbers'],
  ['numbers in base64', answer({ index: 0, embedding: 'AAAA' }, { index: 1, embedding: 'AAAA' }), 'no list of finite numbers'],
  ['a number that is none', answer({ index: 0, embedding: [null] }, { index: 1, embedding: [1] }), 'no list of finite numbers'],
  [
    'a number past all bounds',
    '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}',
    'no list of finite numbers',
  ],
  ['a vector of zeros', answer({ index: 0, embedding: [0, 0] }, { index: 1, embedding: [1, 1] }), 'without a direction'],
  ['a vector too long to measure', answer({ index: 0, embedding: [1e200] }, { index: 1, embedding: [1] }), 'without a direction'],
])('refuses %s', (_, body, reason) => {
  expect(() => readVectors(body, 2)).toThrow(reason)
})
