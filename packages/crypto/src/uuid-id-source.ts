import type { Clock, IdSource } from '@ken/core/ports'
import { randomFillSync } from 'node:crypto'

/**
 * UUID version 7. Each id sorts after the previous one of this source, even within a millisecond
 * and after the clock was set back (RFC 9562, section 6.2, method 2). `randomUUIDv7` does not
 * guarantee that.
 */
export function uuidIdSource(clock: Clock = { now: () => new Date() }): IdSource {
  const randomBits = randomNumbers()
  // 48 bits of milliseconds and 74 random ones: all of a UUID except version and variant.
  let last = 0n

  return {
    newId() {
      const fresh = (BigInt(clock.now().getTime()) << 74n) | (randomBits(80) >> 6n)
      // A carry can only advance the time by a millisecond.
      last = fresh > last ? fresh : last + 1n + randomBits(32)
      return toUuid(last)
    },
  }
}

/** Draws the bytes of many numbers together: to draw those of one takes longer than the rest of an id. */
function randomNumbers(): (bits: number) => bigint {
  const drawn = Buffer.alloc(4_096)
  let end = drawn.length
  return (bits) => {
    const bytes = bits / 8
    if (end + bytes > drawn.length) {
      randomFillSync(drawn)
      end = 0
    }
    end += bytes
    return BigInt(`0x${drawn.toString('hex', end - bytes, end)}`)
  }
}

function toUuid(content: bigint): string {
  const upper = ((content >> 74n) << 16n) | 0x7000n | ((content >> 62n) & 0xfffn)
  const lower = (0b10n << 62n) | (content & ((1n << 62n) - 1n))
  const hex = ((upper << 64n) | lower).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
