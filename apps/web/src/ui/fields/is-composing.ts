import type { KeyboardEvent } from 'react'

/** Whether the key belongs to an input method, such as Enter that accepts a word in Japanese. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari ends the composition before the event of the key that ends it.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says it there
  nativeEvent.isComposing || nativeEvent.keyCode === 229
