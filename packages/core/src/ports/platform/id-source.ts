/** Makes identifiers: UUID version 7 (RFC 9562), lower case. They sort by creation and carry no secret. */
export interface IdSource {
  newId(): string
}
