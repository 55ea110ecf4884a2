import type { TextLine } from './text-lines.ts'

/** Lines below each other that a page draws one after the other. */
export type Flow = {
  readonly lines: readonly TextLine[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Of the size of the text: how far lines of a flow are apart at most, and how much their sizes differ. */
const lineGapMax = 2.6
const sizeChangeMax = 1.12

/**
 * The flows of a page in the order in which they are read. That is the order in which the page draws them, which most
 * programs keep in columns and tables, too. But what is drawn after the text below it comes before that text, and heads and
 * feet of the page come first and last.
 */
export function inReadingOrder(lines: readonly TextLine[]): readonly Flow[] {
  const flows = flowsOf(lines)
  const [head, foot] = edgesOf(flows)
  const ordered: Flow[] = []
  for (const flow of flows) {
    if (head.has(flow) || foot.has(flow)) continue
    const at = ordered.findIndex((other) => isBelow(other, flow))
    if (at === -1) ordered.push(flow)
    else ordered.splice(at, 0, flow)
  }
  return [...head, ...ordered, ...foot.difference(head)]
}

function flowsOf(lines: readonly TextLine[]): readonly Flow[] {
  const flows: Flow[] = []
  let open: TextLine[] = []
  const end = () => {
    if (open.length > 0) flows.push(flowOf(open))
    open = []
  }
  for (const line of lines) {
    const last = open.at(-1)
    if (last !== undefined && !isNext(last, line)) end()
    open.push(line)
  }
  end()
  return flows
}

const flowOf = (lines: readonly TextLine[]): Flow => ({
  lines,
  left: Math.min(...lines.map(({ left }) => left)),
  right: Math.max(...lines.map(({ right }) => right)),
  top: lines[0]!.baseline - lines[0]!.size,
  bottom: lines.at(-1)!.baseline,
})

function isNext(before: TextLine, line: TextLine): boolean {
  const [small, large] = [Math.min(before.size, line.size), Math.max(before.size, line.size)]
  const down = line.baseline - before.baseline
  return (
    large <= small * sizeChangeMax &&
    down > 0 &&
    down <= lineGapMax * large &&
    overlaps(before, line)
  )
}

type Range = { readonly left: number; readonly right: number }
const overlaps = (one: Range, other: Range): boolean =>
  Math.min(one.right, other.right) > Math.max(one.left, other.left)

/** Whether the same column has one flow below another. */
const isBelow = (flow: Flow, other: Flow): boolean =>
  flow.top >= other.bottom - 1 && overlaps(flow, other)

const edgeLinesMax = 2

type Band = { readonly flows: Flow[]; bottom: number }

/** The head and the foot of a page: what is above and below all other text, and more of it that the page draws elsewhere. */
function edgesOf(flows: readonly Flow[]): readonly [ReadonlySet<Flow>, ReadonlySet<Flow>] {
  const bands = bandsOf(flows)
  if (bands.length < 2) return [new Set(), new Set()]
  const drawn = new Map(flows.map((flow, at) => [flow, at]))
  const first = (band: Band) => Math.min(...band.flows.map((flow) => drawn.get(flow)!))
  const last = (band: Band) => Math.max(...band.flows.map((flow) => drawn.get(flow)!))
  const headEnd = bands.findIndex(
    (band, at) =>
      !isEdge(band) || (at > 0 && bands.slice(at + 1).every((other) => first(other) > last(band))),
  )
  const footStart = bands.findLastIndex(
    (band, at) =>
      !isEdge(band) ||
      (at < bands.length - 1 && bands.slice(0, at).every((other) => last(other) < first(band))),
  )
  return [setOf(bands.slice(0, Math.max(headEnd, 0))), setOf(bands.slice(footStart + 1))]
}

const isEdge = ({ flows }: Band): boolean =>
  flows.every(({ lines }) => lines.length <= edgeLinesMax)

const setOf = (bands: readonly Band[]): ReadonlySet<Flow> =>
  new Set(bands.flatMap((band) => band.flows.toSorted((one, other) => one.left - other.left)))

/** The flows from top to bottom, together with those beside them. */
function bandsOf(flows: readonly Flow[]): readonly Band[] {
  const bands: Band[] = []
  for (const flow of flows.toSorted((one, other) => one.top - other.top)) {
    const band = bands.at(-1)
    if (band === undefined || flow.top >= band.bottom - 1)
      bands.push({ flows: [flow], bottom: flow.bottom })
    else {
      band.flows.push(flow)
      band.bottom = Math.max(band.bottom, flow.bottom)
    }
  }
  return bands
}
