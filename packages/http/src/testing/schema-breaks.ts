/** A schema of JSON Schema 2020-12. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly [keyword: string]: unknown
}
/** Whether programs send or read the value: requests may become wider, responses narrower. */
export type Direction = 'sent' | 'received'

type Sides<Part> = { readonly before: Part; readonly after: Part }
type Named = { readonly [name: string]: Schema }

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'deprecated',
  '$comment',
])
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const understood = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  ...lowerBounds,
  ...upperBounds,
])

/** Returns the breaking changes between two schemas. `seen` stops the recursion. */
export function breaksOfSchema(
  sides: Sides<Schema>,
  direction: Direction,
  named: Sides<Named>,
  seen: ReadonlySet<string> = new Set(),
): readonly string[] {
  const pair = `${sides.before.$ref} ${sides.after.$ref}`
  if (sides.before.$ref !== undefined && seen.has(pair)) return []
  const before = resolved(sides.before, named.before)
  const after = resolved(sides.after, named.after)
  const within = new Set([...seen, pair])
  const items =
    before.items !== undefined && after.items !== undefined
      ? breaksOfSchema({ before: before.items, after: after.items }, direction, named, within).map(
          (text) => `items: ${text}`,
        )
      : breaksOfKeyword('items', { before, after }, direction)
  return [
    ...breaksOfValues({ before, after }, direction),
    ...breaksOfBounds({ before, after }, direction),
    ...breaksOfFields({ before, after }, direction),
    ...Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
      const successor = after.properties?.[field]
      if (successor === undefined) return []
      const breaks = breaksOfSchema({ before: schema, after: successor }, direction, named, within)
      return breaks.map((text) => `field ${field}: ${text}`)
    }),
    ...items,
    ...[...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((keyword) => !understood.has(keyword) && !annotations.has(keyword))
      .flatMap((keyword) => breaksOfKeyword(keyword, { before, after }, direction)),
  ]
}

function resolved(schema: Schema, named: Named): Schema {
  if (schema.$ref === undefined) return schema
  const found = named[schema.$ref.replace('#/components/schemas/', '')]
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`)
  return found
}

/** The schema that must permit everything that the other one permits. */
const covering = ({ before, after }: Sides<Schema>, direction: Direction) =>
  direction === 'sent' ? { outer: after, inner: before } : { outer: before, inner: after }

function breaksOfValues({ before, after }: Sides<Schema>, direction: Direction): readonly string[] {
  const { outer, inner } = covering({ before, after }, direction)
  const [types, values] = [typesOf(outer), valuesOf(outer)]
  const covers = (type: string) =>
    types?.has(type) === true || (type === 'integer' && types?.has('number') === true)
  const typesBreak =
    types !== null && [...(typesOf(inner) ?? ['anything'])].some((type) => !covers(type))
  const valuesBreak =
    values !== null && [...(valuesOf(inner) ?? ['anything'])].some((value) => !values.has(value))
  return [
    ...(typesBreak ? [`type ${text(before.type)} became ${text(after.type)}`] : []),
    ...(valuesBreak
      ? [
          `values ${text([...(valuesOf(before) ?? [])])} became ${text([...(valuesOf(after) ?? [])])}`,
        ]
      : []),
  ]
}

/** The values that a schema lists; null if it permits any. */
const typesOf = ({ type }: Schema): ReadonlySet<string> | null =>
  type === undefined ? null : new Set([type].flat())

function valuesOf(schema: Schema): ReadonlySet<string> | null {
  const values = 'const' in schema ? [schema.const] : schema.enum
  return values === undefined ? null : new Set(values.map((value) => JSON.stringify(value)))
}

function breaksOfBounds({ before, after }: Sides<Schema>, direction: Direction): readonly string[] {
  const { outer, inner } = covering({ before, after }, direction)
  const bound = (schema: Schema, keyword: string, unbounded: number) =>
    (schema[keyword] as number | undefined) ?? unbounded
  const tooHigh = lowerBounds.filter(
    (keyword) => bound(outer, keyword, -Infinity) > bound(inner, keyword, -Infinity),
  )
  const tooLow = upperBounds.filter(
    (keyword) => bound(outer, keyword, Infinity) < bound(inner, keyword, Infinity),
  )
  return [...tooHigh, ...tooLow].map(
    (keyword) => `${keyword} ${text(before[keyword])} became ${text(after[keyword])}`,
  )
}

function breaksOfFields({ before, after }: Sides<Schema>, direction: Direction): readonly string[] {
  const gone = Object.keys(before.properties ?? {}).filter(
    (field) => after.properties?.[field] === undefined,
  )
  const [old, current] = [new Set(before.required), new Set(after.required)]
  const required = direction === 'sent' ? [...current].filter((field) => !old.has(field)) : []
  const optional =
    direction === 'received'
      ? [...old].filter((field) => !current.has(field) && !gone.includes(field))
      : []
  return [
    ...gone.map((field) => `field ${field}: removed or renamed`),
    ...required.map((field) => `field ${field}: required now`),
    ...optional.map((field) => `field ${field}: not always there any more`),
  ]
}

/** Compares a keyword. Removing it permits more; a different value counts as breaking. */
function breaksOfKeyword(
  keyword: string,
  { before, after }: Sides<Schema>,
  direction: Direction,
): readonly string[] {
  const { outer, inner } = covering({ before, after }, direction)
  const isWider = outer[keyword] === undefined && keyword !== 'default'
  if (isWider || text(outer[keyword]) === text(inner[keyword])) return []
  return [`${keyword} ${text(before[keyword])} became ${text(after[keyword])}`]
}

const text = (value: unknown): string => JSON.stringify(value) ?? 'none'
