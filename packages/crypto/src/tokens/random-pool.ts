import { randomFillSync } from 'node:crypto'

const valuesPerDraw = 256

/**
 * Random values of `bytes` bytes in base64url, drawn 256 at a time: drawing 256 values costs as
 * much as one. Not for secrets: values stay in memory until they are used.
 */
export function randomPool(bytes: number): () => string {
  const pool = Buffer.alloc(bytes * valuesPerDraw)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const start = used
    used += bytes
    return pool.toString('base64url', start, used)
  }
}
