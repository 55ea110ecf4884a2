/** How much a change asks of those who run Ken (Semantic Versioning 2.0.0). */
export type ChangeKind = 'major' | 'minor' | 'patch'

/** One sentence or more, in which backticks mark code. */
export type Change = { readonly kind: ChangeKind; readonly text: string }

/** What came with a version; `version` is null for what is not released yet. */
export type Release = { readonly version: string | null; readonly changes: readonly Change[] }

const kinds: readonly ChangeKind[] = ['major', 'minor', 'patch']

/** The changes of each version, newest first, from the changelog and the change files of what comes next. */
export function releasesOf(changelog: string, changeFiles: readonly string[]): readonly Release[] {
  const next = changeFiles.flatMap(changesOf)
  const released = sections(changelog, '## ').map(({ title, body }) => ({
    version: title,
    changes: sections(body, '### ').flatMap(({ title: heading, body: items }) =>
      sections(items, '- ').map(({ title: first, body: more }) => ({
        kind: kindOf(heading),
        text: inOneLine(`${first} ${more}`),
      })),
    ),
  }))
  const all = next.length === 0 ? released : [{ version: null, changes: next }, ...released]
  return all.map(({ version, changes }) => ({
    version,
    changes: changes.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind)),
  }))
}

/** The change of a file that begins with `ken: minor` between two lines of dashes. */
function changesOf(file: string): readonly Change[] {
  const [, kind, text] = /^---\n["']?ken["']?: (\w+)\n---\n(.+)$/s.exec(file) ?? []
  return kind === undefined || text === undefined
    ? []
    : [{ kind: kindOf(kind), text: inOneLine(text) }]
}

function kindOf(words: string): ChangeKind {
  const found = kinds.find((kind) => words.toLowerCase().startsWith(kind))
  if (found === undefined) throw new Error(`"${words}" names no kind of change.`)
  return found
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The parts of a text, each of which begins with a line that starts with a mark. */
const sections = (text: string, mark: string) =>
  `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((section) => {
      const [title = '', ...body] = section.split('\n')
      return { title: title.trim(), body: body.join('\n') }
    })
