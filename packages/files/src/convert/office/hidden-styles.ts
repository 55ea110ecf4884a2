import { Parser } from 'htmlparser2'

type Style = { base: string | null; isHidden: boolean | null }

/** The ids of the styles, of characters and of paragraphs, that hide their text, in the styles of a document of Word. */
export function hiddenStyles(xml: string): ReadonlySet<string> {
  const styles = stylesIn(xml)
  const hidden = new Map<string, boolean>()
  // Each style is followed once, because a hostile document can have a chain of thousands.
  for (const first of styles.keys()) {
    const chain = new Set<string>()
    let id = first
    while (!hidden.has(id) && !chain.has(id) && styles.get(id)?.isHidden === null) {
      chain.add(id)
      id = styles.get(id)?.base ?? ''
    }
    const isHidden = hidden.get(id) ?? styles.get(id)?.isHidden ?? false
    for (const based of [...chain, id]) hidden.set(based, isHidden)
  }
  return new Set([...styles.keys()].filter((id) => hidden.get(id) === true))
}

function stylesIn(xml: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>()
  const elements: string[] = []
  let style: Style | null = null
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        if (element === 'w:style') {
          style = { base: null, isHidden: null }
          styles.set(attributes['w:styleId'] ?? '', style)
        }
        const isOfStyle = elements.at(-1) === 'w:style'
        const isOfText = elements.at(-1) === 'w:rPr' && elements.at(-2) === 'w:style'
        if (style !== null && element === 'w:basedOn' && isOfStyle)
          style.base = attributes['w:val'] ?? null
        if (style !== null && element === 'w:vanish' && isOfText) style.isHidden = isOn(attributes)
        elements.push(element)
      },
      onclosetag: () => void elements.pop(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return styles
}

/** Whether a property of Office Open XML that is on or off is on. It is, unless it says otherwise. */
export const isOn = (attributes: { readonly [name: string]: string }): boolean =>
  !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '')
