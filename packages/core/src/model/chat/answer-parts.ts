import type { ChatSource } from './chat-source.ts'

/** The most that a post of team chat may hold; its server counts code points. */
export const postCodePointsMax = 16_383

/** How long a post may be, and what its platform counts. */
export type PartLimit = { readonly max: number; readonly unit: 'code_point' | 'utf16_unit' }

export const partLimits: { readonly [Source in ChatSource]: PartLimit } = {
  teamchat: { max: postCodePointsMax, unit: 'code_point' },
  // The platform refuses blocks of some 13,000 characters, far below its documented limits.
  workspace_chat: { max: 10_000, unit: 'utf16_unit' },
  bot_messenger: { max: 4_096, unit: 'utf16_unit' },
}

/** A part may end up to a tenth early to find a better place. */
const searchedShare = 10

/**
 * Splits an answer into texts that fit into a post. Only white space at the cuts is lost, and the
 * order stays. Cuts fall between paragraphs, lines or words if one is near, and never inside a
 * character, nor after the backslash of one, nor inside a link that fits into a post: half an address
 * is another one. White space alone gives no part.
 */
export function answerParts(answer: string, limit: PartLimit): readonly string[] {
  const parts: string[] = []
  let rest = answer.trimEnd()
  while (rest !== '') {
    const part = firstPart(rest, limit)
    if (part.trim() !== '') parts.push(part.trimEnd())
    rest = rest.slice(part.length).replace(/^\s*\n/, '')
  }
  return parts
}

function firstPart(text: string, limit: PartLimit): string {
  const window = text.slice(0, endOf(text, limit))
  if (window.length === text.length) return text
  const end = cutOf(window)
  const whole = wholeAround(text, end)
  if (whole === null || whole.to - whole.from > limit.max) return window.slice(0, end)
  if (whole.to <= window.length) return window.slice(0, whole.to)
  const lineStart = whole.isLink ? window.lastIndexOf('\n', whole.from) + 1 : 0
  return window.slice(0, lineStart || whole.from || end)
}

/** Where the text before a cut ends that is near the end of the window. */
function cutOf(window: string): number {
  const from = window.length - Math.floor(window.length / searchedShare)
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = window.lastIndexOf(boundary)
    if (at >= from) return at + boundary.length
  }
  return window.length
}

/**
 * Links as they are written to sources, and escaped characters. A link cannot begin at one, so that the time stays
 * proportional to the length.
 */
const wholeForm = /\\.|\[(?:\\.|[^\\[\]\n])*\]\([^()\s]*\)/g

type Whole = { readonly from: number; readonly to: number; readonly isLink: boolean }

/** The link or escaped character that has characters on both sides of a place. */
function wholeAround(text: string, at: number): Whole | null {
  for (const { index, 0: form } of text.matchAll(wholeForm)) {
    if (index >= at) return null
    const to = index + form.length
    if (to > at) return { from: index, to, isLink: form.startsWith('[') }
  }
  return null
}

/** Where the longest beginning within the limit ends, between two characters. */
function endOf(text: string, { max, unit }: PartLimit): number {
  if (text.length <= max) return text.length
  let end = 0
  for (let count = 0; count < max && end < text.length;) {
    const width = (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    count += unit === 'utf16_unit' ? width : 1
    if (count <= max) end += width
  }
  return end
}
