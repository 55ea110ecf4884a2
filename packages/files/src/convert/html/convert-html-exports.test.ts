import { expect, test } from 'vitest'
import { convertHtml } from './convert-html.ts'

const bodyOf = (html: string): string => convertHtml(html).body

test('the title of a document of Google Docs or Word is a heading', () => {
  for (const attributes of ['class="c2 title" id="h.a1"', 'class="title c2"', 'class=MsoTitle'])
    expect(
      convertHtml(`<body><p ${attributes}><span>Hardware</span> request<h1>1. Standard</h1><p>A.`),
    ).toMatchObject({ title: 'Hardware request', body: '# 1. Standard\n\nA.' })
  expect(convertHtml('<p class="title">Note</p><h1>Part</h1>')).toMatchObject({ title: 'Part' })
})

test('the name of a file is no title where the document has one', () => {
  for (const name of ['Microsoft Word - Leave_v3', 'leave_final.docx', 'Leave.pdf'])
    expect(
      convertHtml(`<title>${name}</title><p class=MsoTitle>Leave</p><p>30 days.`),
    ).toMatchObject({ title: 'Leave', body: '30 days.' })
  for (const name of ['Microsoft Teams - Guide', 'Microsoft Word - How to', 'How to open a .docx'])
    expect(convertHtml(`<title>${name}</title><h1>Part</h1>`).title).toBe(name)
  expect(convertHtml('<title>leave.docx</title><p>30 days.').title).toBe('leave.docx')
  expect(convertHtml('<title>About node.js</title><h1>Part</h1>').title).toBe('About node.js')
})

test('remarks of the authors of a document of Google Docs or Word are left out', () => {
  expect(
    bodyOf(
      `<p class="c1"><span>No flights</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><span>; take the train.</span>
        <p>Note<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr>
        <div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> Since May.</span></p></div>
        <div class="c4"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Really?</span></p><p>Ask Ana.</p></div><p>End.`,
    ),
  ).toBe('No flights; take the train.\n\nNote[1]\n\n[1] Since May.\n\nEnd.')
  expect(
    bodyOf(
      `<p class=MsoNormal><a style='mso-comment-reference:NH_1'>30 days</a><span class=MsoCommentReference><span><a class=msocomanchor href="#_msocom_1">[NH1]</a></span></span> a year.
        <div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'>
        <div id="_com_1" class=msocomtxt><p class=MsoCommentText><span class=MsoCommentReference></span>28?</div></div></div>`,
    ),
  ).toBe('30 days a year.')
  expect(bodyOf('<p>a<a href="#cmnt_ref1" id="cmnt1">[a]</a>b')).toBe('ab')
})

test('only a remark is left out, and what is around it stays whole', () => {
  const remark = '<a href="#cmnt_ref1" id="cmnt1">[a]</a>'
  expect(bodyOf(`<div><p>A<p>${remark}Really?<h2>B</h2><p>Text.</div>`)).toBe(
    'A\n\nReally?\n\n## B\n\nText.',
  )
  expect(convertHtml(`<div><h1>Title${remark}</h1></div><p>Text.`)).toMatchObject({
    title: 'Title',
    body: 'Text.',
  })
  expect(bodyOf(`<div><table><tr><td>${remark}b<td>c</table></div><p>Text.`)).toBe(
    bodyOf('<table><tr><td>b<td>c</table><p>Text.'),
  )
  expect(bodyOf('<p class=MsoCommentText>A paragraph in the style of a remark.')).toBe(
    'A paragraph in the style of a remark.',
  )
})

test('the table of contents of Word is left out', () => {
  expect(
    bodyOf(
      '<p class=MsoTocHeading>Contents<p class=MsoToc1><a href="#_Toc1">1 Leave<span style="display:none">. </span>2</a></p><h1><a name="_Toc1">1 Leave</a></h1><p>30 days.',
    ),
  ).toBe('30 days.')
})

test('what a help centre puts around its articles is left out', () => {
  expect(
    bodyOf(
      `<main><ol class="breadcrumbs"><li>Help<li>Trailers</ol><article><header><h1>Hitches</h1><img alt="Avatar"><a>Ana</a>
        <ul class="meta-group"><li><time>2 months ago</time><li>Updated</ul></header><p>Measure the axle.</p>
        <footer><div class="article-share"><a>Facebook</a></div></footer>
        <section class="article-votes"><span>Was this helpful?</span><small>17 of 21</small></section>
        <div class="article-relatives"><h3>Related articles</h3><ul><li>Wheels</ul></div></article></main>`,
    ),
  ).toBe('Avatar Ana\n\nMeasure the axle.')
})

test('a part that is about breadcrumbs, contents or related articles is read', () => {
  for (const id of ['breadcrumbs', 'toc', 'related-articles'])
    for (const part of [`section id="${id}"`, `div class="section" id="${id}"`])
      expect(bodyOf(`<h1>Design</h1><${part}><h2>Part</h2><p>Text.`)).toBe('## Part\n\nText.')
})

test('the words of an image stay apart from those beside it', () => {
  expect(bodyOf('<p>see<img alt="logo">here<img alt=":">, <img alt="a"><img alt="b">.')).toBe(
    'see logo here:, a b.',
  )
  expect(bodyOf('<p>数据<img alt="图">库')).toBe('数据图库')
})
