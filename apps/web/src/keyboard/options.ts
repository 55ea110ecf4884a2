/** Something that the palette offers. */
export type Option = {
  /** Stays the same while other options come and go. */
  readonly key: string
  readonly name: string
  readonly detail?: string | undefined
  readonly run: () => void
}

/** Options under one heading; a group without options is left out. */
export type OptionGroup = { readonly name: string; readonly options: readonly Option[] }

/** The option after or before the active one, from the last to the first and back. */
export function neighbour(
  options: readonly Option[],
  active: Option | undefined,
  step: 1 | -1,
): Option | undefined {
  const at = options.findIndex(({ key }) => key === active?.key)
  return options[(at + step + options.length) % options.length]
}
