import type { SearchResult } from '../knowledge/search-result.ts'
import { plainText } from './sanitize-text.ts'

/** Characters that end or change a link in some Markdown reader. */
const unsafe = /[()<>[\]"'`*_~\\|\s]/g
const percentEncoded = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The title of a result as a link to it; the title alone if it has no web address. */
export function sourceLink({ title, url }: Pick<SearchResult, 'title' | 'url'>): string {
  const address = URL.parse(url)
  const shown = plainText(title)
  if (address === null || !/^https?:$/.test(address.protocol)) return shown
  return `[${shown || plainText(address.host)}](${address.href.replaceAll(unsafe, percentEncoded)})`
}
