/** What one tab tells the others of the same browser. Contains no token. */
export type TabMessage = {
  readonly kind: 'signed_in' | 'signed_out'
  readonly user_id: string
}

/** The parts of a `BroadcastChannel` that the client uses. */
export type TabChannel = {
  readonly postMessage: (message: TabMessage) => void
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void
}

/** The parts of `navigator.locks` that the client uses. */
export type TabLocks = {
  readonly request: <Value>(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<Value>,
  ) => Promise<Value>
}

/** A message of another tab; null for anything else on the channel. */
export function tabMessageOf(data: unknown): TabMessage | null {
  const { kind, user_id } = (data ?? {}) as Partial<TabMessage>
  return (kind === 'signed_in' || kind === 'signed_out') && typeof user_id === 'string'
    ? { kind, user_id }
    : null
}
