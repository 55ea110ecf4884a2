/** The texts that transactions prepare, and their names: Kysely hands a statement to the driver without a name. */
const names = new Map<string, string>()

/** Has transactions prepare a statement once per connection. The text must be one of few, and its columns must not change. */
export const prepareText = (name: string, text: string): void => void names.set(text, name)

/** The name of the prepared statement; undefined if the text is to be planned each time. */
export const nameOfText = (text: string): string | undefined => names.get(text)
