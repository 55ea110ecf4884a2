import { analyse } from 'chardet'
import { decoded } from './decoded.ts'

/** Of the text from its first character outside of ASCII on: more would take time and change nothing. */
const sampleBytesMax = 65_536
/** Of 100. A guess with less is one of many, and one with a smaller lead over another may be wrong. */
const confidenceMin = 20
const lead = 10

/**
 * The text of bytes that are not UTF-8 and declare no encoding, in the encoding that their letters suggest, such as
 * Windows-1252. Null if several encodings are as likely and differ, or if a character is out of place in the text: a wrong
 * guess would be seen by no one.
 */
export function textInLikelyEncoding(bytes: Uint8Array): string | null {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  if (first < 0 || isDamagedUtf8(bytes)) return null
  const start = Math.max(first - 1_024, 0)
  const candidates = analyse(bytes.subarray(start, start + sampleBytesMax))
  const best = candidates[0]?.confidence ?? 0
  if (best < confidenceMin) return null
  const texts = candidates
    .filter(({ confidence }) => confidence > best - lead)
    .map(({ name }) => decoded(bytes, name))
    .filter((text) => text !== null && isPlausible(text))
  return new Set(texts).size === 1 ? texts[0]! : null
}

/** Whether most characters outside of ASCII are valid: the rest of such a text is lost. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const [lost, all] = [countOf(text, /\uFFFD/g), countOf(text, /[^\p{ASCII}]/gu)]
  return lost * 2 < all
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The last character of a file of DOS. */
const dosEnd = '\u001A'
const control = /[^\P{Cc}\t\n\v\f\r]/u
/** What no word has inside or at its end: most signs, a mark that opens a quotation, a capital after a small letter. */
const misplaced =
  /(?<=\p{Ll})(?:[^\p{ASCII}\p{L}\p{M}\p{N}\p{Cf}\p{Zs}\p{Pd}’‘´·…](?=\p{Ll})|[‚„¿¡]|(?!\p{ASCII})\p{Lu})/gu

function isPlausible(text: string): boolean {
  return (
    !control.test(text.endsWith(dosEnd) ? text.slice(0, -1) : text) &&
    countOf(text, misplaced) * 10 <= countOf(text, /[^\p{ASCII}]/gu)
  )
}
