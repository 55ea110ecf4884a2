declare const serverAddressBrand: unique symbol

/**
 * The canonical address of a team-chat server: http or https, without user, query, fragment or
 * trailing slash.
 */
export type ServerAddress = string & { readonly [serverAddressBrand]: true }

export const serverAddressLengthMax = 2_048

/**
 * Parses an address into its canonical form; null if it is invalid. A path is allowed, because some
 * servers have one.
 */
export function parseServerAddress(text: string): ServerAddress | null {
  if (text.length > serverAddressLengthMax || !/^https?:\/\/[^\s\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  // The URL parser drops an empty query, fragment or user, so look for `?`, `#` and `@`.
  if (
    url === null ||
    url.username !== '' ||
    url.password !== '' ||
    /[?#]/.test(text) ||
    authorityOf(text).includes('@')
  )
    return null
  return url.href.replace(/\/+$/, '') as ServerAddress
}

const authorityOf = (text: string): string => text.split('/')[2] ?? ''
