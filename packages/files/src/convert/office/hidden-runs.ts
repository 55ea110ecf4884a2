import { Parser } from 'htmlparser2'
import { isOn } from './hidden-styles.ts'

type Range = { readonly start: number; readonly end: number }
type OpenRun = { readonly start: number; isHidden: boolean | null; style: string | null }

/**
 * The part of a document of Word without the text that is marked as hidden, by itself or by its style. The author sees it
 * on request, readers never.
 */
export function withoutHiddenRuns(xml: string, hiddenStyles: ReadonlySet<string>): string {
  let text = ''
  let at = 0
  for (const { start, end } of hiddenRuns(xml, hiddenStyles)) {
    text += xml.slice(at, start)
    at = end
  }
  return text + xml.slice(at)
}

/** The runs with the property `vanish` of Office Open XML, in order. A run can have others inside, in a box with text. */
function hiddenRuns(xml: string, hiddenStyles: ReadonlySet<string>): readonly Range[] {
  const hidden: Range[] = []
  const paragraphs: { style: string | null }[] = []
  const runs: OpenRun[] = []
  const elements: string[] = []
  const hides = (style: string | null | undefined) =>
    typeof style === 'string' && hiddenStyles.has(style)
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        const style = attributes['w:val'] ?? null
        const within = (inner: string, outer: string) =>
          elements.at(-1) === inner && elements.at(-2) === outer
        if (element === 'w:p') paragraphs.push({ style: null })
        if (element === 'w:r') runs.push({ start: parser.startIndex, isHidden: null, style: null })
        if (element === 'w:pStyle' && within('w:pPr', 'w:p')) paragraphs.at(-1)!.style = style
        // A paragraph has properties of its mark, which hide no text.
        if (element === 'w:rStyle' && within('w:rPr', 'w:r')) runs.at(-1)!.style = style
        if (element === 'w:vanish' && within('w:rPr', 'w:r'))
          runs.at(-1)!.isHidden = isOn(attributes)
        elements.push(element)
      },
      onclosetag(element) {
        elements.pop()
        if (element === 'w:p') paragraphs.pop()
        if (element !== 'w:r') return
        const { start, isHidden, style } = runs.pop()!
        // Two styles that hide show the text again: ISO/IEC 29500-1, 17.7.3.
        const byStyle = hides(style) !== hides(paragraphs.at(-1)?.style)
        if (!(isHidden ?? byStyle)) return
        while ((hidden.at(-1)?.start ?? -1) > start) hidden.pop()
        hidden.push({ start, end: parser.endIndex + 1 })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return hidden
}
