/**
 * From the first digits on: the rest of an area code in parentheses, with the number of a country before it or not, and
 * what separates it from at least five further digits.
 */
const areaCode =
  /(?:\d{1,3}[ \u00a0\u202f]?\(\d{1,5}\)|(?<=\()\d{2,5}\))[ \u00a0\u202f/-]?(?=\d(?:[ \u00a0\u202f/-]?\d){4})/y
const [opening, closing] = [0x28, 0x29]

/**
 * Where a telephone number goes on whose first digits are `[start, end)`, after an area code in parentheses as in
 * `(212) 555-0123` or `49 (0)30 901820`; -1 if there is none.
 */
export function areaCodeEnd(text: string, start: number, end: number): number {
  const next = text.charCodeAt(end)
  if (next !== closing && next !== opening && text.charCodeAt(end + 1) !== opening) return -1
  areaCode.lastIndex = start
  return areaCode.test(text) ? areaCode.lastIndex : -1
}
