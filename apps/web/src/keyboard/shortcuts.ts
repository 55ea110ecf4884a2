/** What a key of the keyboard asks for. */
export type Command =
  | 'search'
  | 'palette'
  | 'shortcuts'
  | 'next_row'
  | 'previous_row'
  | 'select_row'
  | 'row_menu'
  | 'go_to_search'
  | 'go_to_people'
  | 'go_to_keys'
  | 'go_to_audit'

/** A pressed key, and where the focus was. */
export type Stroke = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'timeStamp'
> & {
  /** The focus is where keys write or choose. */
  readonly isTyping: boolean
}

export type Keyboard = {
  /** Apple keyboards open the palette with the command key. */
  readonly isApple: boolean
  readonly areSingleKeysOn: () => boolean
}

/** The second key of a pair comes at most this long after the first. */
const pairMs = 1_500

const single: { readonly [key: string]: Command } = {
  '/': 'search',
  '?': 'shortcuts',
  j: 'next_row',
  k: 'previous_row',
  x: 'select_row',
  '.': 'row_menu',
}
const afterG: { readonly [key: string]: Command } = {
  s: 'go_to_search',
  p: 'go_to_people',
  k: 'go_to_keys',
  a: 'go_to_audit',
}
const repeatable: readonly Command[] = ['next_row', 'previous_row']

/** Reads commands from keys. Single keys do nothing while a person types, or when they are off. */
export function createShortcuts({
  isApple,
  areSingleKeysOn,
}: Keyboard): (stroke: Stroke) => Command | null {
  let gAt = -Infinity
  return ({ key: pressed, ctrlKey, metaKey, altKey, repeat, timeStamp, isTyping }) => {
    // Holding Shift does not send `g`, so it does not end a pair either.
    if (pressed === 'Shift') return null
    const key = pressed.toLowerCase()
    const isPair = timeStamp - gAt <= pairMs
    gAt = -Infinity
    if (altKey) return null
    if (ctrlKey || metaKey) {
      const isOpening = key === 'k' && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey)
      return isOpening && !repeat ? 'palette' : null
    }
    if (isTyping || !areSingleKeysOn()) return null
    if (isPair && afterG[key] !== undefined) return afterG[key]
    if (key === 'g' && !repeat) gAt = timeStamp
    const command = single[key] ?? null
    return command !== null && repeat && !repeatable.includes(command) ? null : command
  }
}
