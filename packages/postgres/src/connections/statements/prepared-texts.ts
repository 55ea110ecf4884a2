/** The texts that transactions prepare, and their names: Kysely hands a statement to the driver without a name. */
const names = new Map<string, string>()

/** Has transactions prepare a statement once per connection. The text must be one of few, and its columns must not change. */
export const prepareText = (name: string, text: string): void => void names.set(text, name)

/** The name of the prepared statement; undefined if the text is to be planned each time. */
export const nameOfText = (text: string): string | undefined => names.get(text)

const unread = new Set<string>()

/** Lets transactions send a prepared statement with the statement after it: its rows are not needed. */
export const leaveUnread = (text: string): void => void unread.add(text)

export const isUnread = (text: string): boolean => unread.has(text)
