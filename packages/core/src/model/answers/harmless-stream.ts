import { writtenLengthMax } from './answer-limits.ts'
import { settledLength, withoutInvalidCitations, withoutMadeCitations } from './citations.ts'
import { sanitizeText, visibleText } from './sanitize-text.ts'

/** Makes the text of a model inert while it arrives. */
export type HarmlessStream = {
  /** The next harmless text; empty while more input is needed to decide. */
  readonly push: (piece: string) => string
  /** The rest. */
  readonly end: () => string
  /** All that was returned. */
  readonly text: () => string
  /** Whether the text is longer than its greatest length, so that its rest is dropped. */
  readonly isFull: () => boolean
}

/** A text that reaches this length without a place to cut it is held back to its end. */
const heldLengthMax = 4_096
/** The most places that are tried for each piece. */
const attemptsMax = 8

/**
 * Where a text may be cut: after white space, or after a character of a script without spaces. Not after a control
 * character, which is removed and then separates nothing.
 */
const cuts =
  /[ \n\t\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000-\u9fff\uac00-\ud7af\ufeff\uff00-\uff60]/y

/** The beginning of a link, an image or an address in angle brackets, at the end of a text. */
const begun =
  /(?:!?\[[^[\]]{0,500}(?:\](?:\((?:[^()\s]|\([^()\s]{0,100}\)){0,2000}(?:\([^()\s]{0,100}|\s+(?:"[^"]{0,200}"?)?)?)?)?|<[^ <>]*)$/

/**
 * Returns the text of a model in harmless pieces. Joined, they are the sanitized text of the whole,
 * without blanks around it and without citations of anything but its `sourcesCount` sources: no
 * beginning of it has a link, an image, an address or a mention.
 */
export function harmlessStream(sourcesCount: number): HarmlessStream {
  let received = 0
  let unread = ''
  let cited = ''
  let held = ''
  /** How much of the held text has been searched for places to cut, and whether it has one. */
  let searched = 0
  let isCuttable = false
  let isHeldToEnd = false
  let blanks = ''
  let text = ''

  /** Appends text between two cuts. */
  const release = (part: string): string => {
    // The removal of links may have made new ones, possibly in the middle of a word.
    const inert = withoutMadeCitations(sanitizeText(part), sourcesCount)
    const all = text === '' ? inert.trimStart() : blanks + inert
    const released = all.trimEnd()
    blanks = released === '' && text === '' ? '' : all.slice(released.length)
    text += released
    return released
  }

  /** Takes the text without its last code unit if that is half of a character or of a line break. */
  const read = (isEnd: boolean): void => {
    const length = isEnd ? unread.length : unread.replace(/[\r\ud800-\udbff]$/, '').length
    cited += visibleText(unread.slice(0, length))
    unread = unread.slice(length)
  }

  /** Takes from the text what is no part of an unfinished citation. */
  const settle = (length: number): void => {
    held += withoutInvalidCitations(cited.slice(0, length), sourcesCount)
    cited = cited.slice(length)
  }

  return {
    push(piece) {
      const left = writtenLengthMax - received
      received += piece.length
      unread += piece.slice(0, Math.max(0, left))
      read(false)
      settle(settledLength(cited))
      if (isHeldToEnd) return ''
      isCuttable ||= cutBefore(held, held.length, searched) > 0
      searched = held.length
      const cut = isCuttable ? lastCut(held) : 0
      if (cut === 0) {
        isHeldToEnd = held.length > heldLengthMax
        return ''
      }
      const part = held.slice(0, cut)
      held = held.slice(cut)
      searched = 0
      isCuttable = false
      return release(part)
    },
    end() {
      read(true)
      settle(cited.length)
      const part = held
      held = ''
      const rest = release(part)
      blanks = ''
      if (received <= writtenLengthMax || text === '') return rest
      text += ' …'
      return `${rest} …`
    },
    text: () => text,
    isFull: () => received > writtenLengthMax,
  }
}

/** The last place where nothing is open; 0 for none. */
function lastCut(text: string): number {
  let end = text.length
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const cut = cutBefore(text, end, 0)
    if (cut === 0) return 0
    const open = begun.exec(text.slice(0, cut))
    if (open === null) return cut
    end = open.index
  }
  return 0
}

/** The last place after `start` and up to `end` where the text may be cut, open or not; 0 for none. */
function cutBefore(text: string, end: number, start: number): number {
  for (let at = end; at > start; at -= 1) {
    cuts.lastIndex = at - 1
    if (cuts.test(text) && cuts.lastIndex === at) return at
  }
  return 0
}
