/** A chat account that is linked to the person. */
export type Identity = {
  readonly id: string
  readonly source: string
  readonly external_id: string
  readonly created_at: string
}
