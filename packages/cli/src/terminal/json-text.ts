/**
 * The JSON of a value, in which characters that a terminal would obey are escaped: control characters, direction marks
 * and line separators. Titles, names and answers were written by others.
 */
export const jsonText = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  )
