import { expect, it } from 'vitest'
import { withoutHiddenRuns } from './hidden-runs.ts'

const run = (content: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`
const hidden = (content: string) => run(content, '<w:b/><w:vanish/>')

it('leaves out the runs that a part marks as hidden, with what is in them', () => {
  const box = `<w:txbxContent>${run('inside')}${hidden('inside, too')}</w:txbxContent>`
  expect(
    withoutHiddenRuns(
      `<w:p>${run('a')}${hidden('x')}${run('b')}${hidden(box)}${run(`c${box}`)}</w:p>`,
    ),
  ).toBe(
    `<w:p>${run('a')}${run('b')}${run(`c<w:txbxContent>${run('inside')}</w:txbxContent>`)}</w:p>`,
  )
})

it.each([
  ['shown again', run('a', '<w:vanish w:val="0"/>')],
  ['shown again, in a word', run('a', '<w:vanish w:val="false"/>')],
  ['hidden on web pages only', run('a', '<w:webHidden/>')],
  [
    'after a hidden mark of a paragraph',
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('a')}</w:p>`,
  ],
  ['of a damaged part', '</w:rPr></w:r></w:p>'],
])('keeps text that is %s', (_, xml) => {
  expect(withoutHiddenRuns(xml)).toBe(xml)
})
