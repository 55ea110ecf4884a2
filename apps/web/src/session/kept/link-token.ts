/** 32 random bytes, and what a person may have copied after them. */
const complete = /^#([\w-]{43})(?![\w-])/

/**
 * The token of the emailed link that was opened, taken out of the address before anything else
 * runs, so that it is in no history and no `Referer`. Empty if the link is incomplete, null at any other address.
 */
export function takeLinkToken(basePath: string): string | null {
  const isLink = () => ['/invite', '/reset'].includes(location.pathname.slice(basePath.length))
  if (!isLink()) return null
  const token = complete.exec(location.hash)?.[1] ?? ''
  history.replaceState(history.state, '', location.pathname)
  // Opening another link in this tab changes only the fragment, as a search does later.
  addEventListener('hashchange', () => isLink() && location.reload())
  return token
}
