import type { Finding } from '../knowledge/finding.ts'
import { plainText } from './harmless-text.ts'

/** Signs that end or change a link in some reader of Markdown. */
const unsafe = /[()<>[\]"'`*_~\\|\s]/g
const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The title of a finding as a link to it; the title alone where its address is none of the web. */
export function sourceLink({ title, url }: Pick<Finding, 'title' | 'url'>): string {
  const address = URL.parse(url)
  const shown = plainText(title)
  if (address === null || !/^https?:$/.test(address.protocol)) return shown
  return `[${shown || plainText(address.host)}](${address.href.replaceAll(unsafe, percentEncoded)})`
}
