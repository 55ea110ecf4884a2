import { Parser } from 'htmlparser2'

type Style = { base: string | null; isHidden: boolean | null }

/** The ids of the styles, of characters and of paragraphs, that hide their text, in the styles of a document of Word. */
export function hiddenStyles(xml: string): ReadonlySet<string> {
  const styles = stylesIn(xml)
  const isHidden = (id: string, seen: ReadonlySet<string>): boolean => {
    const style = styles.get(id)
    if (style === undefined || seen.has(id)) return false
    return style.isHidden ?? isHidden(style.base ?? '', new Set([...seen, id]))
  }
  return new Set([...styles.keys()].filter((id) => isHidden(id, new Set())))
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
