/** Creates ids: UUIDs (RFC 9562) in lower case that sort by creation and contain no secret. */
export interface IdSource {
  newId(): string
}
