import { endingOf, endingsOf, type Ending } from './endings.ts'

const vowel = /[aeiouy]/
const doubled = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/
/** A short last syllable, after which an `e` was dropped: `hop` in `hoped`, but not `hopp`. */
const shortSyllable = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    children: 'child',
    men: 'man',
    women: 'woman',
    people: 'person',
    feet: 'foot',
    mice: 'mouse',
    indices: 'index',
    matrices: 'matrix',
    vertices: 'vertex',
    analyses: 'analysis',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    ran: 'run',
    sent: 'send',
    paid: 'pay',
    broke: 'break',
    broken: 'break',
    wrote: 'write',
    written: 'write',
    chose: 'choos',
    chosen: 'choos',
    forgot: 'forget',
    forgotten: 'forget',
    bought: 'buy',
    built: 'build',
    lost: 'lose',
    kept: 'keep',
    left: 'leav',
    held: 'hold',
    began: 'begin',
    begun: 'begin',
    taken: 'take',
    given: 'give',
    gave: 'give',
    grown: 'grow',
    shown: 'show',
    known: 'know',
    thrown: 'throw',
    found: 'find',
    creation: 'creat',
    creations: 'creat',
    creator: 'creat',
    failure: 'fail',
    failures: 'fail',
    submission: 'submit',
    submissions: 'submit',
    payment: 'pay',
    payments: 'pay',
    shipment: 'ship',
    shipments: 'ship',
    tyre: 'tire',
    tyres: 'tire',
    learnt: 'learn',
    burnt: 'burn',
  }),
)

/** Stems of words that begin otherwise from their second letter on, as `men` does, whose stem is `man`. */
export const unlikeStems: ReadonlySet<string> = new Set(
  [...irregular].flatMap(([word, stem]) => (word[1] === stem[1] ? [] : [stem])),
)

/** Words whose ending is not an inflection. */
const unchanged = new Set(
  'news howe atlas cosmos bias lens gas bus yes canvas status his this was has does us its series species aws dns kubernetes jenkins postgres redis https sms pos proceed exceed succeed inning outing canning herring earring wing ring king thing spring string bring sing evening morning during ceiling sibling need feed seed speed red bed shed embed indeed'.split(
    ' ',
  ),
)

/** British spellings that the rules for endings do not make American. The first two letters stay: see `unlikeStems`. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [
    /^((?:dis|mis|un)?(?:arm|behavi|col|demean|endeav|fav|flav|harb|hon|hum|lab|neighb|od|parl|rig|rum|sav|splend|tum|vap|vig))our/,
    '$1or',
  ],
  [/^(calib|cent|fib|lit|theat|(?:centi|kilo|milli)?met)re(?=s?$)/, '$1er'],
  [/^(anal|catal|dial)ogue(?=s?$)/, '$1og'],
  [/^(anal|catal|paral)ys(?=e[drs]?$|ing$)/, '$1yz'],
  [/^(defen|licen|offen|preten)ce(?=s?$)/, '$1se'],
  [/^practis(?=e[drs]?$|ing$)/, 'practic'],
  [/^(acknowledg|judg)ement/, '$1ment'],
  [/^(ski|wi)lful/, '$1llful'],
  [/^(counse|dia|due|fue)ll(?=e[dr]|ing|or)/, '$1l'],
  [/^focuss(?=e[ds]$|ing$)/, 'focus'],
  [/^(s?m)ould/, '$1old'],
  [/^plough/, 'plow'],
  [/^sulph/, 'sulf'],
  [/^cosy$/, 'cozy'],
  [/^disc(?=s?$)/, 'disk'],
  [/^orthopaed/, 'orthoped'],
  [/^anaesth/, 'anesth'],
  [/^(an|leuk)aem/, '$1em'],
  [/^manoeuvr(?=ed$|ing$|able$)/, 'maneuver'],
  [/^manoeuvre/, 'maneuver'],
  [/^cheque(?=s?$)/, 'check'],
  [/^programme(?=s?$)/, 'program'],
  [/^grey/, 'gray'],
  [/^(alumin)i(?=um$)/, '$1'],
  [/^artefact/, 'artifact'],
  [/^jewellery/, 'jewelry'],
]

/** Of most words, none is the beginning. */
const anySpelling = new RegExp(spellings.map(([{ source }]) => source).join('|'))

const americanOf = (word: string): string => {
  if (!anySpelling.test(word)) return word
  const found = spellings.find(([spelling]) => spelling.test(word))
  return found === undefined ? word : word.replace(...found)
}

const verbEndings = endingsOf(0, 'ed edly ing ingly')

/** After step 2 of Porter's algorithm: longer endings and what remains of them. */
const derivations = endingsOf(
  1,
  `ational=ate tional=tion ization=ize isation=ize izer=ize iser=ize ise=ize ize=ize ation=ate
   ator=ate alism=al ality=al alli=al fulness=ful fulli=ful ousness=ous ousli=ous iveness=ive
   iviti=ive biliti=ble bli=ble entli=ent enci=ence anci=ance ogi=og lessli=less`,
)
const adverb = /.[cdeghkmnrt]li$/
/** After steps 3 and 4. */
const shorterDerivations = endingsOf(0, 'icate=ic iciti=ic ical=ic alize=al ful ness')
const suffixes = endingsOf(
  0,
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ion',
)

/**
 * The stem of a folded English word, after Porter's second algorithm with more irregular words:
 * `policies` is `polici`, `approving` is `approv`. Not necessarily a word. British and American spellings have the same.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (unchanged.has(word)) return word
  const same = americanOf(word)
  const marked = same.includes('y') ? same.replaceAll(/(?<=[aeiouy])y|^y/g, 'Y') : same
  const region = regionOf(marked)
  const afterInflection = withoutInflection(marked, region)
  return withoutDerivation(afterInflection, region).replaceAll('Y', 'y')
}

/** Where Porter's first region starts: after the first consonant that follows a vowel. */
function regionOf(word: string): number {
  const prefix = /^(?:gener|commun|arsen|univers|inter)/.exec(word)
  if (prefix !== null) return prefix[0].length
  const match = /[aeiouy][^aeiouy]/.exec(word)
  return match === null ? word.length : match.index + 2
}

function withoutInflection(word: string, region: number): string {
  let stem = withoutPlural(word)
  const ending = endingOf(stem, verbEndings)?.ending ?? ''
  const root = stem.slice(0, stem.length - ending.length)
  if ((ending === 'ed' || ending === 'edly') && root.endsWith('e')) {
    if (root.length - 1 >= region) stem = `${root}e`
  } else if (ending !== '' && vowel.test(root)) {
    stem = withFinalLetter(root, region)
  }
  return /[yY]$/.test(stem) ? stem.replace(/(?<=.[^aeiouy])[yY]$/, 'i') : stem
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  const isPlural =
    word.endsWith('s') &&
    /[aeiouy].*[^aeiouysu]s$|[aeiouy].+es$|[aeiouy]Ys$|[aeiouy].*[ao]s$/.test(word)
  return isPlural ? word.slice(0, -1) : word
}

/** A verb without its ending: `hop` from `hopp`, `approve` from `approv`. */
function withFinalLetter(root: string, region: number): string {
  if (/(?:at|bl|iz|(?<!s)is)$/.test(root)) return `${root}e`
  if (doubled.test(root)) return root.slice(0, -1)
  return root.length <= region && shortSyllable.test(root) ? `${root}e` : root
}

function withoutDerivation(word: string, region: number): string {
  let stem = word
  const first = endingOf(stem, derivations)
  if (first !== undefined) stem = replacedFrom(region, stem, first)
  else if (adverb.test(stem) && stem.length - 2 >= region) stem = stem.slice(0, -2)
  const second = secondRegionOf(stem, region)
  stem = replacedFrom(region, stem, endingOf(stem, shorterDerivations))
  const last = endingOf(stem, suffixes)
  if (last?.ending !== 'ion' || /[st]ion$/.test(stem)) stem = replacedFrom(second, stem, last)

  if (stem.endsWith('e')) {
    const root = stem.slice(0, -1)
    if (root.length >= second || (root.length >= region && !shortSyllable.test(root))) return root
    return stem
  }
  return stem.endsWith('ll') && stem.length - 1 >= second ? stem.slice(0, -1) : stem
}

/** Replaces an ending that is in the region. */
function replacedFrom(region: number, word: string, found: Ending | undefined): string {
  if (found === undefined) return word
  const { ending, replacement } = found
  const at = word.length - ending.length
  return at >= region ? word.slice(0, at) + replacement : word
}

/** Where Porter's second region starts: the region of the first. */
function secondRegionOf(word: string, region: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(region))
  return match === null ? word.length : region + match.index + 2
}
