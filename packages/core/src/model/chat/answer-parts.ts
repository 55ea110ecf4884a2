/** The limit of one post; the server counts code points. */
export const postCodePointsMax = 16_383

/** A part may end up to a tenth early to find a better place. */
const searchedShare = 10

/**
 * Splits an answer into texts that fit into a post. Only white space at the cuts is lost, and the
 * order stays. Cuts fall between paragraphs, lines or words if one is near, and never inside a
 * character. White space alone gives no part.
 */
export function answerParts(answer: string): readonly string[] {
  const parts: string[] = []
  let rest = answer.trimEnd()
  while (rest !== '') {
    const part = firstPart(rest)
    if (part.trim() !== '') parts.push(part.trimEnd())
    rest = rest.slice(part.length).replace(/^\s*\n/, '')
  }
  return parts
}

function firstPart(text: string): string {
  const window = text.slice(0, endOf(text))
  if (window.length === text.length) return text
  const from = window.length - Math.floor(window.length / searchedShare)
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = window.lastIndexOf(boundary)
    if (at >= from) return window.slice(0, at + boundary.length)
  }
  return window
}

/** Where the first `postCodePointsMax` code points end. */
function endOf(text: string): number {
  if (text.length <= postCodePointsMax) return text.length
  let end = 0
  for (let count = 0; count < postCodePointsMax && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return end
}
