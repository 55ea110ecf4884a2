import { expect, test } from 'vitest'
import { convertHtml } from './convert-html.ts'

const bodyOf = (html: string): string => convertHtml(html).body

test('numbers of footnotes are in brackets, not part of the word before them', () => {
  for (const reference of [
    '<sup id="r1"><a href="#fn1" class="footnote-ref">1</a></sup>',
    '<a href="#fn1" id="r1"><sup>1</sup></a>',
    '<sup><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>',
  ])
    expect(
      bodyOf(`<p>Every refund${reference} counts.<ol><li>Paid. <a href="#r1">↩︎</a></ol>`),
    ).toBe('Every refund[1] counts.\n\n1. Paid.')
  expect(bodyOf('<p>Paid. <a href="#r1">&#x21a9;&#xfe0e;</a>')).toBe('Paid.')
  expect(bodyOf('<p>Refund<sup><a href="#fn1">1<p>Next.<h2>Part</h2>')).toBe(
    'Refund[1]\n\nNext.\n\n## Part',
  )
  expect(bodyOf('<p>10 m<sup>2</sup>, <a href="#a">part 1</a>')).toBe('10 m2, part 1')
})

test('the power of a number is not part of it', () => {
  expect(
    bodyOf(
      '<p>2<sup>31</sup> ids, 10<sup class="x"><span>\u22126</span></sup> s, the 1<sup>st</sup> of 10 m<sup>2</sup>, 1<sup></sup>',
    ),
  ).toBe('2^31 ids, 10^\u22126 s, the 1st of 10 m2, 1')
  expect(bodyOf('<table><tr><td>4<sup>2</sup><td>5</table>')).toBe('4^2 | 5')
  expect(bodyOf('<pre>2<sup>31</sup> - 1, a<sup>2</sup></pre><p>3, 1<p>')).toBe(
    '2^31 - 1, a2\n\n3, 1',
  )
  expect(
    bodyOf('10<sup>&minus;6</sup> s, 10<sup>+3</sup>, 18<sup>+</sup>, 2<sup>3<sup>2</sup></sup>'),
  ).toBe('10^\u22126 s, 10^+3, 18+, 2^3^2')
})

test('links without a blank between them stay apart', () => {
  expect(
    bodyOf(
      '<p>See:<a href="a">guides</a><a href="b">policies</a><span><a href="c">forms</a></span>',
    ),
  ).toBe('See:guides policies forms')
  expect(
    bodyOf('<a href="a">guide</a>s, <a href="b">a</a><a name="c"></a>, <a>b</a><a></a>c'),
  ).toBe('guides, a, bc')
  expect(bodyOf('<p><a href="a">数据</a><a href="b">库</a><p><a>a</a><p><a>b</a>')).toBe(
    '数据库\n\na\n\nb',
  )
})

test('struck code is between marks as a whole', () => {
  expect(bodyOf('<del><pre>\n  one\n\ntwo\n</pre></del><p>new')).toBe('  ~~one\n\ntwo~~\n\nnew')
  expect(bodyOf('<ul><li><s>a<pre>b</pre></s>c</ul>')).toBe('- ~~a~~\n\n  ~~b~~\n\n  c')
  expect(bodyOf('<pre>a <del>b</del></pre>')).toBe('a b')
})

test('struck text is between marks, apart from what replaces it', () => {
  expect(bodyOf('<p>Up to <del>20</del><ins>30</ins> days. <s>Ask <b>Ana</b></s>.')).toBe(
    'Up to ~~20~~ 30 days. ~~Ask Ana~~.',
  )
  expect(bodyOf('<del><p>One</p><ul><li>Two</ul></del><p>Three')).toBe(
    '~~One~~\n\n- ~~Two~~\n\nThree',
  )
  expect(
    bodyOf(
      '<strike>€99</strike> €79 <span style="color: red; text-decoration: line-through">x</span>',
    ),
  ).toBe('~~€99~~ €79 ~~x~~')
  expect(bodyOf('<p><s> </s>a<s><s>b</s>c</s>d</s>e')).toBe('a~~bc~~ de')
  expect(bodyOf('<s>a</s><s>b </s><s> c </s>d<br><s>10<sup>6</sup></s>')).toBe(
    '~~a~~ ~~b~~ ~~c~~ d\n~~10^6~~',
  )
  expect(bodyOf('<pre>a<del>b</del></pre><p>c')).toBe('ab\n\nc')
})

test('styles are read in proportional time', () => {
  const begun = process.threadCpuUsage()
  bodyOf(
    `<p style="${' text-decoration:'.repeat(20_000)}">a<p style="${';text-decoration'.repeat(20_000)}">b`,
  )
  const { user, system } = process.threadCpuUsage(begun)
  // 10 ms on an idle machine; with one expression for all of a style, six seconds.
  expect((user + system) / 1_000).toBeLessThan(1_000)
})

test('open powers are read in proportional time', () => {
  const begun = process.threadCpuUsage()
  bodyOf('<sup>1'.repeat(80_000))
  const { user, system } = process.threadCpuUsage(begun)
  // 300 ms on an idle machine. In quadratic time it would be 17 s.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})
