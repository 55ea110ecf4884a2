/** Shorter codes and numbers are found by their parts and as a whole. */
const codeDigitsMin = 7
const codeLengthMax = 34

/** `1,299.00`, `1.299,00`, `1 299` or `CHF 1'299`. */
const groupedNumber =
  /^(?:[A-Z]{1,5} )?(?<integer>\d{1,3}(?:(?<separator>[.,'’ ])\d{3})(?:\k<separator>\d{3})*)(?:(?!\k<separator>)[.,](?<fraction>\d{1,2}))?$/
/** A long number or code in groups: an account, a part or a telephone. Points make it a version. */
const groupedCode = /^[A-Za-z\d]+(?:[ /-][A-Za-z\d]+)*$/

/**
 * The words under which a number or code is found however it is grouped: `1,299.00` as `1299` and `1299.00`, an account
 * without its blanks, and a telephone number also without its country or the zero at its start.
 */
export function numberWordsOf(written: string): readonly string[] {
  const text = written.replaceAll(/\s/g, ' ').replaceAll(/[\u2010\u2011]/g, '-')
  const { integer, fraction } = groupedNumber.exec(text)?.groups ?? {}
  const number = integer?.replaceAll(/\D/g, '')
  const amount =
    number === undefined
      ? []
      : fraction === undefined
        ? [number]
        : [number, `${number}.${fraction}`]
  return [...new Set([...amount, ...codesOf(text)])]
}

/**
 * Where a token may have a number, `[start, end)`: in all of it, without an abbreviation before it, and in each of its
 * groups between blanks, as in `FAX 030 901820` and `4711-0815-02 12`.
 */
export function numberSpansOf(
  token: string,
): readonly { readonly start: number; readonly end: number }[] {
  const groups = Array.from(token.matchAll(/\S+/g), ({ 0: group, index }) => ({
    start: index,
    end: index + group.length,
  }))
  if (groups.length <= 1) return [{ start: 0, end: token.length }]
  const afterFirst = /^[A-Z]+\s/.test(token) ? groups.slice(1, 2) : []
  return [0, ...afterFirst.map(({ start }) => start)]
    .map((start) => ({ start, end: token.length }))
    .concat(groups)
}

function codesOf(text: string): readonly string[] {
  if (!groupedCode.test(text)) return []
  const groups = text.toLowerCase().split(/[ /-]/)
  const wholes = /^[\d /-]+$/.test(text)
    ? groups.map((_, first) => groups.slice(first).join(''))
    : [groups.join('')]
  return wholes
    .filter((code) => code.length <= codeLengthMax && digitsIn(code) >= codeDigitsMin)
    .flatMap((code) => (/^0+\d{7,}$/.test(code) ? [code, code.replace(/^0+/, '')] : [code]))
}

const digitsIn = (code: string): number => code.replaceAll(/\D/g, '').length
