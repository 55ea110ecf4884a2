/** What servers remove from every text: line separators, marks of direction, and three marks above or below letters. */
const removed = /[\r\u2028-\u202e]|\u030a|\u0333|\u033f/g

/**
 * A text as servers keep it, never longer than it is: otherwise they would join what one of these characters separates,
 * such as an address, and make it active. Line separators become spaces, and a ring stays in a letter that has one.
 */
export const keptText = (text: string): string =>
  text
    .replaceAll(/\p{L}\u030a/gu, (letter) => letter.normalize('NFC'))
    .replaceAll(/[\u2028\u2029]/g, ' ')
    .replaceAll(removed, '')
