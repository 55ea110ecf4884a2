import type { TextFormat } from '../convert/convert-text.ts'
import { decoded } from './decoded.ts'
import { textInLikelyEncoding } from './likely-encoding.ts'

/** The text of a file with `\n` between its lines, or why it is not text. */
export type Decoded =
  | { readonly text: string }
  | { readonly fault: 'binary' | 'encoding'; readonly reason: string }

/**
 * Decodes UTF-8, UTF-16, HTML in the encoding that it declares, and text without a declaration in the encoding that its
 * letters suggest. Refuses anything else. Valid UTF-8 is read as such, because a page that was converted often keeps its
 * old declaration.
 */
export function decodeText(bytes: Uint8Array, format: TextFormat): Decoded {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes)
  const declared = marked === null && format === 'html' ? declaredEncoding(bytes) : null
  const isEscaped =
    declared !== null && nameOf(declared) === escapedEncoding && bytes.includes(escape)
  const encodings = isEscaped ? [declared] : [marked ?? 'utf-8', ...(declared ? [declared] : [])]
  for (const encoding of encodings) {
    const text = decoded(bytes, encoding)
    if (text !== null) return text.includes('\0') ? binary : withLineFeeds(text)
  }
  const isUtf16 = marked !== null && marked !== 'utf-8'
  if (!isUtf16 && bytes.includes(0)) return binary
  const guessed = marked === null && declared === null ? textInLikelyEncoding(bytes) : null
  return guessed === null ? unreadable(marked, declared) : withLineFeeds(guessed)
}

const withLineFeeds = (text: string): Decoded => ({ text: text.replace(/\r\n?/g, '\n') })

const binary: Decoded = { fault: 'binary', reason: 'not text: it contains NUL bytes' }

function unreadable(marked: string | null, declared: string | null): Decoded {
  const name = (declared ?? marked ?? 'utf-8').toUpperCase()
  const reason =
    declared === null
      ? `not text in ${name}`
      : nameOf(declared) !== null
        ? `not text in ${name}, which it declares`
        : `it declares the encoding ${name}, which Ken cannot read`
  return { fault: 'encoding', reason: `${reason}: save it as UTF-8` }
}

/** The encoding of a byte order mark. It counts more than a declaration. */
function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Enough to see whether a file is in UTF-16. */
const utf16SampleBytes = 4_096

/** UTF-16 without a byte order mark: most characters of its start have NUL on the same side, and none on the other. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, utf16SampleBytes)
  const nulsAt = (side: number) =>
    sample.reduce((count, byte, at) => count + (byte === 0 && at % 2 === side ? 1 : 0), 0)
  const [even, odd] = [nulsAt(0), nulsAt(1)]
  if (bytes.length % 2 !== 0 || (even > 0 && odd > 0)) return null
  if (Math.max(even, odd) * 4 <= sample.length) return null
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** It writes its text in ASCII with escapes, which is also valid UTF-8. */
const escapedEncoding = 'iso-2022-jp'
const escape = 0x1b

/** A declaration is within the first 1,024 bytes by the standard, but some programs write more before it. */
const declarationBytesMax = 4_096
const declaration =
  /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w:.-]{1,40})|<meta\s[^>]*?charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i

/** The encoding that a page declares, other than Unicode, in which no declaration would be readable or necessary. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytesMax))
  const [, ofXml, ofMeta] = declaration.exec(head.replaceAll(/<!--[^]*?-->/g, '')) ?? []
  const declared = ofXml ?? ofMeta
  return declared === undefined || nameOf(declared)?.startsWith('utf-') === true ? null : declared
}

/** The name of an encoding that has several, such as `utf-16le` of `unicode`; null if there is no such encoding. */
function nameOf(encoding: string): string | null {
  try {
    return new TextDecoder(encoding).encoding
  } catch {
    return null
  }
}
