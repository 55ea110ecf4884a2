import { expect, it } from 'vitest'
import { withoutHiddenRuns } from './hidden-runs.ts'

const run = (content: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`
const secretStyle = '<w:rStyle w:val="Secret"/>'
const secretParagraph = (content: string) =>
  `<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>${content}</w:p>`
const hidden = (content: string) => run(content, '<w:b/><w:vanish/>')

it('leaves out the runs that a part marks as hidden, with what is in them', () => {
  const box = `<w:txbxContent>${run('inside')}${hidden('inside, too')}</w:txbxContent>`
  expect(
    withoutHiddenRuns(
      `<w:p>${run('a')}${hidden('x')}${run('b')}${hidden(box)}${run(`c${box}`)}</w:p>`,
      new Set(),
    ),
  ).toBe(
    `<w:p>${run('a')}${run('b')}${run(`c<w:txbxContent>${run('inside')}</w:txbxContent>`)}</w:p>`,
  )
})

it('leaves out the runs that their style or that of their paragraph hides', () => {
  const box = `<w:p>${run('inside')}</w:p>`
  expect(
    withoutHiddenRuns(
      `<w:p>${run('x', secretStyle)}${run('a')}</w:p>${secretParagraph(`${run('y')}${run(box, '<w:vanish w:val="0"/>')}${run('z')}`)}`,
      new Set(['Secret']),
    ),
  ).toBe(`<w:p>${run('a')}</w:p>${secretParagraph(run(box, '<w:vanish w:val="0"/>'))}`)
})

it.each([
  ['shown again', run('a', '<w:vanish w:val="0"/>')],
  ['shown again, in a word', run('a', '<w:vanish w:val="false"/>')],
  ['hidden on web pages only', run('a', '<w:webHidden/>')],
  [
    'after a hidden mark of a paragraph',
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('a')}</w:p>`,
  ],
  ['shown again, in a hidden style', run('a', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')],
  ['in another style', `<w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr>${run('a')}</w:p>`],
  ['in two hidden styles, of which one undoes the other', secretParagraph(run('a', secretStyle))],
  ['of a damaged part', '</w:rPr></w:r></w:p>'],
])('keeps text that is %s', (_, xml) => {
  expect(withoutHiddenRuns(xml, new Set(['Secret']))).toBe(xml)
})
