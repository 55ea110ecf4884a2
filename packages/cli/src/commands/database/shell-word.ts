/** The text in quotes, if a shell would not take it as it is: `&` is in URLs with several parameters. */
export const shellWord = (text: string): string =>
  /^[\w:/@.,=?%+[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
