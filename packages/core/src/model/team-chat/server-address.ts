declare const serverAddressBrand: unique symbol

/** Where a team-chat server is, in one spelling: http or https, no user, query or fragment, no slash at its end. */
export type ServerAddress = string & { readonly [serverAddressBrand]: true }

export const serverAddressLengthMax = 2_048

/** The address in its one spelling, or null when it is none. It may have a path: some servers live below one. */
export function parseServerAddress(text: string): ServerAddress | null {
  if (text.length > serverAddressLengthMax || !/^https?:\/\/[^\s\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  // An empty query or fragment leaves its sign behind, and an empty user its `@`.
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(text) || authorityOf(text).includes('@'))
    return null
  return url.href.replace(/\/+$/, '') as ServerAddress
}

const authorityOf = (text: string): string => text.split('/')[2] ?? ''
