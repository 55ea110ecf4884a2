import { expect, it } from 'vitest'
import { hiddenStyles } from './hidden-styles.ts'

const style = (id: string, properties: string, base?: string) =>
  `<w:style w:type="character" w:styleId="${id}">${base === undefined ? '' : `<w:basedOn w:val="${base}"/>`}${properties}</w:style>`
const text = (properties: string) => `<w:rPr>${properties}</w:rPr>`

it('names the styles that hide their text, and those that are based on one', () => {
  const xml = `<w:styles>
    ${style('Note', text('<w:b/>'))}
    ${style('Secret', text('<w:vanish/>'))}
    ${style('MoreSecret', '', 'Inner')}
    ${style('Inner', text('<w:i/>'), 'Secret')}
    ${style('Shown', text('<w:vanish w:val="0"/>'), 'Secret')}
    ${style('Mark', `<w:pPr>${text('<w:vanish/>')}</w:pPr>`)}
    ${style('Lost', '', 'Missing')}
  </w:styles>`
  expect([...hiddenStyles(xml)]).toEqual(['Secret', 'MoreSecret', 'Inner'])
})

it('ends with styles that are based on each other', () => {
  const xml = `${style('A', '', 'B')}${style('B', '', 'A')}${style('C', text('<w:vanish/>'), 'C')}`
  expect([...hiddenStyles(xml)]).toEqual(['C'])
})

it('follows a chain of thousands of styles to the one that hides them, in either order', () => {
  const chain = Array.from({ length: 2_000 }, (_, n) => style(`${n}`, '', `${n + 1}`))
  const last = style('2000', text('<w:vanish/>'))
  for (const xml of [
    [...chain, last],
    [last, ...chain.toReversed()],
  ])
    expect(hiddenStyles(xml.join('')).size).toBe(2_001)
})

it('finds none in a damaged part', () => {
  expect([...hiddenStyles('</w:style><w:vanish/><w:style>')]).toEqual([])
})
