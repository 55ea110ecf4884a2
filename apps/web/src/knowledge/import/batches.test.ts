import { expect, it } from 'vitest'
import { batchesOf } from './batches.ts'

const chosen = (bytes: number) => ({
  path: 'a.md',
  file: new File([new Uint8Array(bytes)], 'a.md'),
})
const sizes = (bytes: readonly number[]) =>
  batchesOf(bytes.map(chosen)).map((batch) => batch.map(({ file }) => file.size))

it('divides files into requests of at most 50 files and 1 MiB, with a larger file alone', () => {
  const mib = 1024 * 1024
  expect(sizes([])).toEqual([])
  expect(sizes([mib, 1, mib - 1, 8 * mib, 1, 2])).toEqual([[mib], [1, mib - 1], [8 * mib], [1, 2]])
  expect(sizes(Array.from({ length: 101 }, () => 0)).map(({ length }) => length)).toEqual([
    50, 50, 1,
  ])
})
