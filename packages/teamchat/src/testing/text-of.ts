/** The text of the post that an event tells of. */
export function textOf(event: unknown): string {
  const { data } = event as { readonly data: { readonly post: string } }
  return (JSON.parse(data.post) as { readonly message: string }).message
}
