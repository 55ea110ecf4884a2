import { useDeferredValue } from 'react'

/**
 * The value as it was before it changed, until React has rendered the new one; on the first render `initially`, if
 * given. React divides that later render into slices of a few milliseconds, between which a slow device still responds.
 * What a store changes, it would otherwise render in one piece.
 */
export const useSliced = <Value>(value: Value, initially?: Value): Value =>
  useDeferredValue(value, initially)
