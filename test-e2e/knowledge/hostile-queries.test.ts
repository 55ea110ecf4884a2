import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { homeWithOwner } from '../support/embedded.ts'
import { kenJsonHere, startKenHere } from '../support/ken-here.ts'
import { kenJson, startKen, type Environment } from '../support/ken-program.ts'
import { post } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const lengthMax = 2_000
const filled = (text: string) => text.repeat(lengthMax).slice(0, lengthMax)
const words = (count: number, wordAt: (position: number) => string) =>
  Array.from({ length: count }, (_, position) => wordAt(position)).join(' ')
const characters = (first: number, count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, position) => first + position))

const queries: { readonly [what: string]: string } = {
  'the syntax of to_tsquery': `printer & !jam | (floor <-> two):*AB <2> 'a' && !! :* <->`,
  'quotes and backslashes of to_tsquery': `'printer'' \\' & "jam\\"`,
  'the syntax of Lucene': `title:printer AND (jam OR "paper feed"~2^5) [a TO z} *:* /re.*gex/ ?`,
  'the syntax of web searches': `"printer jam" -paper site:example.com OR +floor ~tray`,
  'the syntax of FTS5': `printer NEAR(jam floor, 5) ^title {a b} : - col*`,
  'the syntax of SQL': `'; drop table documents; -- %_ $1 $$ {0} \${x} /* */ E'\\\\x'`,
  'the syntax of JSON and HTML': `{"query": {"match_all": {}}} <b onload=x>printer</b> &amp;`,
  'a quote without its end': '"printer',
  'only quotes': filled(`"'“”`),
  'only operators': filled('&|!():*<->'),
  'only opening parentheses': filled('('),
  'only punctuation': filled('…¿?!—'),
  'only minus signs': filled('-'),
  'only backslashes': filled('\\'),
  'a stop word two thousand characters long': filled('the '),
  'five hundred different words': words(500, (position) => position.toString(36)),
  'one word many times': filled('printer '),
  'words with one letter': filled('a b c d e f g h i j k l m n o p q r s t u v w x y z '),
  'one word of the greatest length': filled('printer'),
  'one number of the greatest length': filled('1234567890'),
  'numbers that overflow':
    '1e309 -1e309 99999999999999999999999999999999 0x7fffffffffffffff 1/0 NaN',
  'a path of the greatest length': filled('/printer'),
  'an address of the greatest length': `http://${filled('a.')}`.slice(0, lengthMax),
  'an email address of the greatest length': `${filled('a').slice(12)}@example.com`,
  'a version of the greatest length': filled('1.'),
  'a hyphenated word of the greatest length': filled('printer-'),
  'a camel-cased word of the greatest length': filled('PrinterJam'),
  'emoji, with joiners, skin tones, flags and key caps': `printer 🖨️ 👩🏽‍💻 👨‍👩‍👧‍👦 🇩🇪 1️⃣ ☺︎`,
  'a thousand emoji': '🙂'.repeat(1_000),
  'a family of the greatest length': filled('👩‍'),
  'Hebrew and Arabic with marks': 'מַדְפֶּסֶת تَقْرِير طابِعة printer',
  'changes of direction': '\u202Eretnirp\u202C \u2067printer\u2069 \u200Fjam\u200E \u061C',
  'one letter under two thousand marks': `e${filled('\u0301')}`.slice(0, lengthMax),
  'marks without a letter': filled('\u0300\u0323\u035F'),
  'Zalgo text': filled('p\u0310\u0352r\u0336\u0489i\u0301n\u0334t\u0362e\u0321r\u0338 '),
  'characters that fold to more or fewer': 'ﬁ ﬄ ß ẞ İ ı ſ Ǆ Ω Å ㎏ ½ ⅷ ﷺ ａｂｃ',
  'a ligature that folds to eighteen characters, two thousand times': filled('ﷺ'),
  'Chinese without spaces': characters(0x4e00, lengthMax),
  'Korean, composed and decomposed': `${characters(0xac00, 500)} ${characters(0xac00, 100).normalize('NFD')}`,
  'Thai and Devanagari': 'เครื่องพิมพ์กระดาษติด प्रिंटर क्ष त्र ज्ञ',
  'characters beyond the basic plane': characters(0x20000, lengthMax / 2),
  'invisible characters': '\u200B\u200C\u200D\u2060\uFEFF\u00AD\u034Fprinter\u180E',
  'control characters': `${characters(1, 31)}\u007F${characters(0x80, 32)}`,
  'every kind of blank': 'printer\u00A0jam\u2003\u2028\u2029\u3000\u1680\u0085floor',
  'characters without a meaning': '\uFFFE \uFFFF \uFFFD \uE000 \u{10FFFF} \u{FFFFF} \u0378',
  'variation selectors and tags': `printer${characters(0xfe00, 16)}${characters(0xe0020, 90)}`,
}

const refused: { readonly [what: string]: string } = {
  'a NUL character': 'printer\u0000jam',
  'half of a surrogate pair': 'printer \uD83D',
  'the other half': '\uDE00 printer',
  'only blanks': filled(' \u2003'),
  nothing: '',
  'one character too many': `${filled('a')}a`,
}

const documents = [
  { title: 'Printer on floor two', body: 'The printer jams. Open the tray.' },
  { title: '🖨️ מדפסת', body: `${characters(0x4e00, 200)} é ﷺ 👩🏽‍💻 ${filled('e\u0301')}` },
].map((document, position) => ({
  ...document,
  source: 'wiki',
  external_id: `page-${position}`,
  url: `https://wiki.example.com/${position}`,
  allowed: ['everyone'],
}))

/** A server with these documents, and a key for each hundred requests. */
async function worldOn(database: 'embedded' | 'server') {
  const opened =
    database === 'server' ? started.use(await distributedWorld()) : await embeddedWorld()
  const { cwd, env } = opened
  const pages = join(cwd, 'pages.jsonl')
  writeFileSync(pages, documents.map((document) => JSON.stringify(document)).join('\n'))
  const options = { cwd, env }
  // The embedded database needs processes in its folder.
  const run = database === 'server' ? kenJsonHere : kenJson
  await run(['import', pages], options)
  const { key } = await run<{ readonly key: string }>(
    ['keys', 'create', '--email', ownerEmail, '--name', 'hostile'],
    options,
  )
  const server = started.use(
    await (database === 'server' ? startKenHere(['http'], options) : startKen(['start'], options)),
  )
  const ask = async (query: string) => {
    const response = await post(
      `${server.url}/public/v1/search`,
      { query },
      { authorization: `Bearer ${key}` },
    )
    return { status: response.status, json: (await response.json()) as object }
  }
  return { ask }
}

async function embeddedWorld(): Promise<{ readonly cwd: string; readonly env: Environment }> {
  return { cwd: started.use(await homeWithOwner()).path, env: {} }
}

describe.each(['server', 'embedded'] as const)('a search on the %s database', (database) => {
  it(
    'R75 gets a response to every query with characters and syntax that an engine could trip over',
    { timeout: 180_000 },
    async () => {
      const { ask } = await worldOn(database)
      const unexpected: unknown[] = []
      for (const [what, query] of Object.entries(queries)) {
        const { status, json } = await ask(query)
        if (status !== 200 || !('results' in json)) unexpected.push({ what, status, json })
      }
      for (const [what, query] of Object.entries(refused)) {
        const { status } = await ask(query)
        if (status !== 400) unexpected.push({ what, status })
      }
      expect(unexpected).toEqual([])
      expect(await ask('printer')).toMatchObject({
        status: 200,
        json: { results: [{ title: 'Printer on floor two' }] },
      })
    },
  )
})
