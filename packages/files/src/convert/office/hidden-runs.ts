import { Parser } from 'htmlparser2'

type Range = { readonly start: number; readonly end: number }
type OpenRun = { readonly start: number; isHidden: boolean }

/** The part of a document of Word without the text that it marks as hidden. The author sees it on request, readers never. */
export function withoutHiddenRuns(xml: string): string {
  let text = ''
  let at = 0
  for (const { start, end } of hiddenRuns(xml)) {
    text += xml.slice(at, start)
    at = end
  }
  return text + xml.slice(at)
}

/** The runs with the property `vanish` of Office Open XML, in order. A run can have others inside, in a box with text. */
function hiddenRuns(xml: string): readonly Range[] {
  const hidden: Range[] = []
  const runs: OpenRun[] = []
  const elements: string[] = []
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        if (element === 'w:r') runs.push({ start: parser.startIndex, isHidden: false })
        // A paragraph has properties of its mark, which hide no text.
        const isOfRun = elements.at(-1) === 'w:rPr' && elements.at(-2) === 'w:r'
        if (element === 'w:vanish' && isOfRun)
          runs.at(-1)!.isHidden = !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '')
        elements.push(element)
      },
      onclosetag(element) {
        elements.pop()
        if (element !== 'w:r') return
        const { start, isHidden } = runs.pop()!
        if (!isHidden) return
        while ((hidden.at(-1)?.start ?? -1) > start) hidden.pop()
        hidden.push({ start, end: parser.endIndex + 1 })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return hidden
}
