import { isAlias, isMap, isNode, isScalar, visit, type Document } from 'yaml'

/** Fields of front matter by name. */
export type Fields = { readonly [name: string]: unknown }

/** Permissions that are stated, but not as Ken reads them: they equal those of no import. */
const unreadable: readonly string[] = ['']

/**
 * The `allowed` of YAML: null without one. Unreadable if it is there more than once, also in other
 * case and by a merge, because its author may have meant any of them.
 */
export function permissionsOfYaml(document: Document, fields: Fields): readonly string[] | null {
  const stated = isMap(document.contents)
    ? document.contents.items.filter(({ key }) => isAllowed(nameOf(document, key)))
    : []
  if (mergesAllowed(fields) || stated.length > 1) return unreadable
  const name = namesOf(fields).find(isAllowed)
  const own = name === undefined ? null : entriesOf(fields[name])
  return nestedPermissions(document).reduce(eitherPermissions, own)
}

/** A principal of Ken in an entry, which may be JSON. */
export const principal = /(?:^|[\s,:"'[{])(?:role|group|user):[\p{L}\p{N}]/iu

/** Each `allowed` of a field within another one that names principals, at any depth below it. */
function nestedPermissions(document: Document): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  visit(document, {
    Pair(_, { key, value }, { length: depth }) {
      if (depth === topDepth || !isNode(value) || !isAllowed(nameOf(document, key)))
        return undefined
      const entries = entriesOf(value.toJS(document)) ?? []
      if (entries.some((entry) => principal.test(entry))) found.push(entries)
      // To read what it contains once more, at each depth, would take long.
      return found.length > 1 ? visit.BREAK : visit.SKIP
    },
  })
  return found
}
/** Of a field below the document and its mapping. */
const topDepth = 2

/** The `allowed` of YAML that is read line by line because of its aliases. Unreadable if no line has it, but a field may. */
export function permissionsWithAliases(document: Document, text: string): readonly string[] | null {
  let mayBeStated = false
  visit(document, {
    Pair(_, { key }) {
      mayBeStated ||= isAlias(key) || isAllowed(nameOf(document, key))
      return mayBeStated ? visit.BREAK : undefined
    },
  })
  return permissionsInLines(text) ?? (mayBeStated ? unreadable : null)
}

/** Whether a name of a field is `allowed`. */
export const isAllowed = (name: string): boolean =>
  name
    .replaceAll(/\p{Cf}+/gu, '')
    .trim()
    .toLowerCase() === 'allowed'

const namesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/** Whether it comes by a merge, also by one within what is merged. */
const mergesAllowed = (fields: Fields): boolean =>
  [fields['<<']]
    .flat()
    .filter((base) => typeof base === 'object' && base !== null)
    .some((base) => namesOf(base).some(isAllowed) || mergesAllowed(base as Fields))

/** An alias has the name of its anchor. */
function nameOf(document: Document, key: unknown): string {
  const node = isAlias(key) ? key.resolve(document) : key
  return isScalar(node) ? String(node.value) : ''
}

/**
 * What states permissions in YAML, TOML or JSON: at the start of a line, or in braces. At the start of a line it needs no
 * colon, unless it is prose, as in a heading that begins with this word.
 */
const statement =
  /^[\t\p{Zs}\p{Cf}]*(?:\?[ \t]+)?(?:[&!]\S{0,99}[ \t]+){0,3}(?<quote>["']?)allowed\k<quote>(?![\w-]|[ \t]+(?!everyone\b|(?:role|group|user):)\p{L})(?:[ \t]*[:=](?<value>.*))?|[{,][ \t]*["']?allowed["']?[ \t]*[:=]/gimu

/**
 * The `allowed` of front matter that is read line by line: null without one. Unreadable unless it is
 * there once, on a line of its own.
 */
export function permissionsInLines(text: string): readonly string[] | null {
  const [first, second] = unescaped(text).matchAll(statement).take(2)
  if (first === undefined) return null
  const value = first.groups?.['value']
  const isField = second === undefined && /^["'a]/i.test(first[0])
  return isField && value !== undefined ? entriesOf(value.trim()) : unreadable
}

/**
 * A line that names principals of Ken as `allowed`, after the marks of a field in any format: of a comment, an
 * attribute, a list, a heading, emphasis or JSON. Anything else may be prose. `everyone` alone restricts nothing.
 */
const naming =
  /^ {0,3}(?:(?:[-+#:;%*_.!?/<{[("',&][\t ]?){0,9}|(?:<!--[\t ]?)?\{[^\n]*?,[\t ]*["']?|\[[^\]\n]{1,99}\]:[\t ]*\S{1,99}[\t ]+["'(][\t ]?)\p{Cf}{0,9}allowed["']?[*_]{0,3}(?:\[\])?[\t ]*[:=：](?:[^\n]{0,100}?[\s,:"'[]|[\s["'-]{0,99})(?:role|group|user):[\p{L}\p{N}].*|<meta\s[^<>]{0,500}?\bname\s*=\s*["']?allowed["'\s/>]/gimu

/**
 * Code between fences, also in lists and quotations, and in `<pre>`. `open` if it has no end: then it may be none, such as
 * a title that is underlined with tildes.
 */
const fencedCode =
  /^ {0,3}(?:(?:[-*+>]|\d{1,9}[.)])[\t ]{0,4}){0,9}(?<fence>`{3,}(?=[^`\n]*$)|~{3,})[^]*?(?:^[\t >]*\k<fence>[`~]*[\t ]*$|(?<open>$(?![^])))/gm
const preformatted = /<pre\b[^]*?(?:<\/pre>|(?<open>$))/gi

/** Examples are no statements. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(fencedCode, (code: string, _fence: string, open?: string) =>
      open === undefined ? '' : code,
    )
    .replaceAll(preformatted, (code: string, open?: string) => (open === undefined ? '' : code))

/**
 * The permissions that a text states without front matter that Ken reads, such as in a second block, in a comment or
 * without fences: null without any. Unreadable if there are several, because its author may have meant any of them.
 */
export function permissionsInText(text: string): readonly string[] | null {
  const lines = withoutCode(unescaped(text)).match(naming)
  if (lines === null) return null
  return lines.length > 1 ? unreadable : (permissionsInLines(lines[0]) ?? unreadable)
}

/** JSON, TOML and YAML may escape the letters of a name. */
const unescaped = (text: string): string =>
  text.replaceAll(/["'](?:\\(?:x|U000000|u00)[\da-f]{2}|[a-z]){7}["']/gi, (name) =>
    name.replaceAll(/\\(?:x|U000000|u00)([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    ),
  )

/** What one of two parts states; unreadable if both do. */
export const eitherPermissions = (
  one: readonly string[] | null,
  other: readonly string[] | null,
): readonly string[] | null => (one !== null && other !== null ? unreadable : (one ?? other))

/** What all parts of a file that state permissions state alike; unreadable if they differ. */
export function agreedPermissions(
  parts: readonly (readonly string[] | null)[],
): readonly string[] | null {
  const [first = null, ...others] = parts.filter((part) => part !== null)
  const isSame = (other: readonly string[]) =>
    new Set(other).symmetricDifference(new Set(first)).size === 0
  return others.every(isSame) ? first : unreadable
}

/** A list, or its entries separated by commas. Anything else is an entry, so that no permission counts as absent. */
function entriesOf(value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return null
  const entries: readonly unknown[] = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/^(["'])(.*)\1$/, '$2')
        .replace(/^\[(.*)\]$/, '$1')
        .split(',')
  return entries.map((entry) =>
    textOf(entry)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2'),
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
