import { useDeferredValue } from 'react'

/**
 * The value, one render later when it changes, and first as `initially` if that is given. React divides the later
 * render into slices of a few milliseconds, between which a slow device still responds. What a store changes, it would
 * otherwise render in one piece.
 */
export const useSliced = <Value>(value: Value, initially?: Value): Value =>
  useDeferredValue(value, initially)
