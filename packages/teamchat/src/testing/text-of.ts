import type { ChatInbox } from '@ken/core/ports'

/** The text of the post of a `posted` event. */
export function textOf(event: unknown): string {
  const { data } = event as { readonly data: { readonly post: string } }
  return (JSON.parse(data.post) as { readonly message: string }).message
}

/** The text of a direct message, or why there is none. */
export const receivedText = (event: Parameters<ChatInbox['receive']>[0]): string =>
  event.ok ? event.value.text : event.error.reason
