type Closable = { readonly close: () => Promise<void> }

/** The open parts of Ken. */
export type OpenParts = {
  /** Adds a part, and returns it. */
  readonly opened: <Part extends Closable>(part: Part) => Part
  /**
   * Closes all parts, the last one first. A part that cannot be closed does not keep the others open; its error is
   * thrown at the end. Idempotent.
   */
  readonly close: () => Promise<void>
}

/** Parts that are closed together. Node.js 22 has no `AsyncDisposableStack`. */
export function openParts(): OpenParts {
  const parts: Closable[] = []
  return {
    opened(part) {
      parts.push(part)
      return part
    },
    async close() {
      const errors: unknown[] = []
      for (const part of parts.splice(0).toReversed()) {
        try {
          await part.close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 1) throw new AggregateError(errors, 'Several parts cannot be closed.')
      if (errors.length === 1) throw errors[0]
    },
  }
}
