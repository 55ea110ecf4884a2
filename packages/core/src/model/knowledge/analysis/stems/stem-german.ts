import { endingsOf, replaceEnding } from './endings.ts'

const cases = endingsOf(3, 'e em en er ern es ens eren erer erem eres ere')
const participles = endingsOf(4, 'est et te ten tes ter tet st t')
const nouns = endingsOf(
  4,
  `ierungen=ier ierung=ier ungen ung heiten heit keiten keit innen inn erinnen erinn erin in
   ationen=ier ation=ier`,
)
const adjectives = endingsOf(4, 'lich isch ig ier er')

/** `sich` and `recht` would be other words. */
const unchanged = /^(?:sicher|rechn)(?:n|t|te|en|et|ete|ung|ungen)?$/

/** `ge` between a prefix and its verb: `abgerechnet`. */
const participlePrefix =
  /^(ab|an|auf|aus|bei|ein|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|frei|hoch)ge(?=.{4,}(?:t|te|ten|tes|ter|en|ene|enen|enes|ener)$)/

/**
 * The stem of a folded German word: `anträge` and `antrag`, or `genehmigen` and `genehmigung`, have
 * the same. Umlauts count as their vowels, also if written `ae`, `oe`, `ue`.
 */
export function stemGerman(word: string): string {
  if (word.length <= 3) return word
  const folded = word.replaceAll(/(?<![qaeiou])([aou])e/g, '$1').replace(participlePrefix, '$1')
  const known = unchanged.exec(folded)
  if (known !== null) return folded.startsWith('s') ? 'sicher' : 'rechn'
  const singular = replaceEnding(
    folded.replace(/(?<=.{3}[bdfghklmnrt]|.{2}[^aeiou][ou])s$/, ''),
    cases,
  )
  const verb = replaceEnding(replaceEnding(singular, nouns), participles)
  return replaceEnding(replaceEnding(verb, adjectives), adjectives)
    .replace(/(?<=.{3}[elr])n$/, '')
    .replace(/(?<=.{4})i$/, '')
}
