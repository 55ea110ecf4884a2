/** Thrown by a result that is read in parts, if the person may not read the next part. */
export class AccessEnded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AccessEnded'
  }
}
