/** What a person typed into the connection, over the stored address that was shown then. */
export type TypedConnection = {
  /** Null as long as it is the stored one. */
  readonly address: string | null
  readonly token: string
  readonly over: string
}

export type Connection = {
  readonly address: string
  readonly token: string
  /** The address is another one than the stored one. */
  readonly isOther: boolean
  /** The stored address changed after something was typed. */
  readonly isOvertaken: boolean
}

/** A field that was not changed has the stored value; one that was keeps what was typed. */
export function connectionOf(typed: TypedConnection | null, stored: string): Connection {
  const address = typed?.address ?? stored
  const token = typed?.token ?? ''
  const isOther = address !== stored
  const isChanged = isOther || token !== ''
  return { address, token, isOther, isOvertaken: isChanged && typed?.over !== stored }
}

/** The same with one more change. What is as it was stored is no change. */
export function typedOver(
  typed: TypedConnection | null,
  stored: string,
  change: { readonly address?: string; readonly token?: string },
): TypedConnection | null {
  const { address, token } = { ...connectionOf(typed, stored), ...change }
  if (address === stored && token === '') return null
  return { address: address === stored ? null : address, token, over: typed?.over ?? stored }
}
