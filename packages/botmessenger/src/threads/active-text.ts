/** A range of a text, in UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number }

/** What may be in the name of a server: letters of any script, and what servers take for one. */
const label = String.raw`(?:[\w~-]|[^\u0000-\u00bf\p{Z}])`
const letter = String.raw`[\p{L}\p{M}\p{N}_\u200c\u00b7\u0d80-\u0dff]`

/**
 * What servers and apps find in any text and make active, and more: a mention or an email address, a command, a tag, a
 * currency, an address with or without a protocol, which may be any word with a dot inside, an international phone number,
 * and what may be the number of a bank card. Each begins where nothing that it could have begun with comes before, so that
 * a long word is read once.
 */
const active: readonly RegExp[] = [
  new RegExp(`(?<![\\w.+~%-])[\\w.+~%-]*@${letter}(?:${letter}|[@.+~%-])*`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{N}_/<>])/\\w[\\w/@.-]*`, 'gu'),
  new RegExp(`#(?=[^\\s#]*\\p{L})${letter}+`, 'gu'),
  /\$(?:1INCH|[A-Z]{1,8})/gu,
  /[a-z][\w+.-]{0,30}:\/\/\S*/giu,
  new RegExp(
    `(?<!${label})${label}+(?:\\.${label}+)*\\.(?:xn--[\\w-]+|\\p{L}{2,})(?:[:/?#][^\\s<>"]*)?`,
    'gu',
  ),
  /(?:\d{1,3}\.){3}\d{1,3}(?:[:/?#][^\s<>"]*)?/gu,
  /\+\d(?:[\p{Z}().-]{0,3}\d){5,}/gu,
  /(?<!\d[ -]?)\d(?:[ -]?\d){12,18}(?![ -]?\d)/gu,
]

/** The parts of a text that the server would make active, in order and apart from each other. */
export function activeRanges(text: string): readonly TextRange[] {
  const found = active
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, 0: match }) => ({ from: index, to: index + match.length }))
    .toSorted((one, other) => one.from - other.from)
  const merged: TextRange[] = []
  for (const range of found) {
    const last = merged.at(-1)
    if (last === undefined || range.from > last.to) merged.push(range)
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return merged
}

/** What is left of ranges without others. */
export function withoutRanges(
  ranges: readonly TextRange[],
  others: readonly TextRange[],
): readonly TextRange[] {
  let left = ranges
  for (const { from, to } of others)
    left = left.flatMap((range) =>
      range.to <= from || range.from >= to
        ? [range]
        : [
            { from: range.from, to: Math.min(range.to, from) },
            { from: Math.max(range.from, to), to: range.to },
          ].filter((rest) => rest.to > rest.from),
    )
  return left
}
