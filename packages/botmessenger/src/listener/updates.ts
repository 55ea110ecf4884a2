import { fieldsOf } from '@ken/outbound'

/** Marks the place of an update that was not read. No JSON has it. */
const tooLarge = Symbol('too large')

/** What takes the place of an update that is too large to be read. */
export const tooLargeUpdate = (id: number): object => ({ update_id: id, [tooLarge]: true })
export const isTooLarge = (update: unknown): boolean =>
  Object.hasOwn(Object(update) as object, tooLarge)

/** Not a number for a value that is no update. */
export function idOf(update: unknown): number {
  const { update_id: id } = fieldsOf(update)
  return Number.isSafeInteger(id) ? (id as number) : Number.NaN
}

/** The chat that an update is of; undefined for none. */
export const chatOf = (update: unknown): unknown => {
  const { message, edited_message: edited, my_chat_member: member } = fieldsOf(update)
  return fieldsOf(fieldsOf(message ?? edited ?? member)['chat'])['id']
}

/** When what an update is about happened, in seconds; now for one that does not say. */
export function secondOf(update: unknown): number {
  const { message, my_chat_member: member } = fieldsOf(update)
  const { date } = fieldsOf(message ?? member)
  return typeof date === 'number' ? date : Infinity
}
