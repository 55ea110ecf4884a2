import { partsOf } from './word-matches.ts'

/** Finds any number of phrases in a text, which is read once. */
export function phraseFinder(text: string): (phrase: readonly string[]) => boolean {
  const parts = partsOf(text)
  const places = Map.groupBy(parts.keys(), (at) => parts[at]!)
  return (phrase) => {
    const placesOfEach = phrase.map((word) => places.get(word) ?? [])
    // From the word that is least often in the text.
    const rarest = placesOfEach.reduce(
      (least, { length }, offset) => (length < placesOfEach[least]!.length ? offset : least),
      0,
    )
    return placesOfEach[rarest]!.some((at) =>
      phrase.every((word, offset) => parts[at - rarest + offset] === word),
    )
  }
}
