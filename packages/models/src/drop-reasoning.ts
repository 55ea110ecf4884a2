const opening = '<think>'
const closing = '</think>'

/** Removes the reasoning that some servers leave in front of an answer, while the answer arrives. */
export async function* dropReasoning(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let held = ''
  let place: 'start' | 'reasoning' | 'answer' = 'start'
  for await (const piece of pieces) {
    if (place === 'answer') {
      yield piece
      continue
    }
    held += piece
    if (place === 'start') {
      const begun = held.trimStart()
      if (opening.startsWith(begun)) continue
      place = begun.startsWith(opening) ? 'reasoning' : 'answer'
    }
    if (place === 'reasoning') {
      const end = held.indexOf(closing)
      // Keeps no more of the reasoning than may be the beginning of its end.
      if (end < 0) held = held.slice(-closing.length)
      else [held, place] = [held.slice(end + closing.length), 'answer']
    }
    if (place === 'answer' && held !== '') yield held
  }
  if (place === 'start' && held !== '') yield held
}
