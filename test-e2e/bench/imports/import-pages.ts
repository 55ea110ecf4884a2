import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const consonants = 'bcdfghklmnprstvw'
const vowels = 'aeiou'
const commonWords = 2_000
const rareWords = 60_000
/** The share of words that are common. */
const commonShare = 0.6
const pageBytes = 2_000

/** The word with this number: two to four syllables. */
function wordOf(number: number): string {
  let [rest, word] = [number * 7 + 83, '']
  for (let syllable = 0; syllable < 2 || rest > 0; syllable += 1) {
    word += consonants[rest % consonants.length]! + vowels[(rest >> 4) % vowels.length]!
    rest = Math.floor(rest / (consonants.length * vowels.length))
  }
  return word
}

const words = Array.from({ length: commonWords + rareWords }, (_, number) => wordOf(number))

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Writes a folder of Markdown pages of about 2 KB, each with its own words, headings, a list and a link. */
export function writePages(folder: string, pages: number): void {
  for (let page = 0; page < pages; page += 1) {
    const chapter = join(folder, `chapter-${Math.floor(page / 100)}`)
    if (page % 100 === 0) mkdirSync(chapter, { recursive: true })
    writeFileSync(join(chapter, `page-${page}.md`), pageOf(page))
  }
}

function pageOf(page: number): string {
  const random = randomNumbers(page + 1)
  const word = () => {
    const place = random()
    return random() < commonShare
      ? words[Math.floor(place * place * commonWords)]!
      : words[commonWords + Math.floor(place * rareWords)]!
  }
  const phrase = (count: number) => Array.from({ length: count }, word).join(' ')
  const sentences = (count: number) =>
    Array.from({ length: count }, () => `${phrase(12)}.`).join(' ')
  let text = `# ${phrase(4)} ${page}\n\n${sentences(3)}\n`
  while (text.length < pageBytes)
    text += `\n## ${phrase(3)}\n\n${sentences(3)} See [${phrase(2)}](../page-${page}.md), **${word()}** and \`${word()}\`.\n\n- ${phrase(5)}\n- ${phrase(6)}\n`
  return text
}
