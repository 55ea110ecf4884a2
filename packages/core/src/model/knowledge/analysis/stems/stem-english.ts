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
  }),
)

/** Words whose ending is not an inflection. */
const unchanged = new Set(
  'news howe atlas cosmos bias lens gas bus yes canvas status his this was has does us its series species aws dns kubernetes jenkins postgres redis https sms pos proceed exceed succeed inning outing canning herring earring wing ring king thing spring string bring sing evening morning during ceiling sibling need feed seed speed red bed shed embed indeed'.split(
    ' ',
  ),
)

/** After step 2 of Porter's algorithm: longer endings and what remains of them. */
const derivations: readonly (readonly [RegExp, string])[] = [
  [/(.+)ational$/, '$1ate'],
  [/(.+)tional$/, '$1tion'],
  [/(.+)(?:ization|isation|izer|iser|ise|ize)$/, '$1ize'],
  [/(.+)(?:ation|ator)$/, '$1ate'],
  [/(.+)(?:alism|ality|alli)$/, '$1al'],
  [/(.+)(?:fulness|fulli)$/, '$1ful'],
  [/(.+)(?:ousness|ousli)$/, '$1ous'],
  [/(.+)(?:iveness|iviti)$/, '$1ive'],
  [/(.+)(?:biliti|bli)$/, '$1ble'],
  [/(.+)entli$/, '$1ent'],
  [/(.+)enci$/, '$1ence'],
  [/(.+)anci$/, '$1ance'],
  [/(.+)ogi$/, '$1og'],
  [/(.+)lessli$/, '$1less'],
  [/(.+[cdeghkmnrt])li$/, '$1'],
]

/**
 * The stem of a folded English word, after Porter's second algorithm with more irregular words:
 * `policies` is `polici`, `approving` is `approv`. Not necessarily a word.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (unchanged.has(word)) return word
  const marked = word.replaceAll(/(?<=[aeiouy])y|^y/g, 'Y')
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
  let stem = word
  if (stem.endsWith('sses')) stem = stem.slice(0, -2)
  else if (/ie[ds]$/.test(stem)) stem = stem.slice(0, stem.length > 4 ? -2 : -1)
  else if (/[aeiouy].*[^aeiouysu]s$|[aeiouy].+es$|[aeiouy]Ys$|[aeiouy].*[ao]s$/.test(stem))
    stem = stem.slice(0, -1)

  if (/eed(?:ly)?$/.test(stem)) {
    if (stem.search(/eed(?:ly)?$/) >= region) stem = stem.replace(/eed(?:ly)?$/, 'ee')
  } else {
    const root = stem.replace(/(?:ed|edly|ing|ingly)$/, '')
    if (root !== stem && vowel.test(root)) stem = withFinalLetter(root, region)
  }
  return stem.replace(/(?<=.[^aeiouy])[yY]$/, 'i')
}

/** A verb without its ending: `hop` from `hopp`, `approve` from `approv`. */
function withFinalLetter(root: string, region: number): string {
  if (/(?:at|bl|iz|(?<!s)is)$/.test(root)) return `${root}e`
  if (doubled.test(root)) return root.slice(0, -1)
  return root.length <= region && shortSyllable.test(root) ? `${root}e` : root
}

function withoutDerivation(word: string, region: number): string {
  let stem = word
  for (const [ending, remainder] of derivations) {
    const shorter = stem.replace(ending, remainder)
    if (shorter === stem && !ending.test(stem)) continue
    const endingAt = stem.replace(ending, '$1').length
    if (endingAt >= region) stem = shorter
    break
  }
  const second = secondRegionOf(stem, region)
  const third = /(?:icate|iciti|ical)$|alize$|ful$|ness$/.exec(stem)
  if (third !== null && third.index >= region) {
    if (third[0].startsWith('ic')) stem = `${stem.slice(0, third.index)}ic`
    else stem = stem.slice(0, third.index) + (third[0] === 'alize' ? 'al' : '')
  }
  const fourth =
    /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|(?<=[st])ion)$/.exec(
      stem,
    )
  if (fourth !== null && fourth.index >= second) stem = stem.slice(0, fourth.index)

  if (stem.endsWith('e')) {
    const root = stem.slice(0, -1)
    if (root.length >= second || (root.length >= region && !shortSyllable.test(root))) return root
    return stem
  }
  return stem.endsWith('ll') && stem.length - 1 >= second ? stem.slice(0, -1) : stem
}

/** Where Porter's second region starts: the region of the first. */
function secondRegionOf(word: string, region: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(region))
  return match === null ? word.length : region + match.index + 2
}
