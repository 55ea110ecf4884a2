import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertHtml } from './convert-html.ts'
import { anyText, faultsOf, fragments } from '../../testing/readable.ts'

const bodyOf = (html: string): string => convertHtml(html).body

test('numbers of lines are left out, and lines of code stay apart', () => {
  const code = '<pre>import os\nprint(1)\n</pre>'
  for (const html of [
    `<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div><td class="code">${code}</table>`,
    `<table class="lntable"><tr><td class="lntd"><pre><span class="lnt">1\n</span><span class="lnt">2\n</span></pre><td class="lntd">${code}</table>`,
    `<table class="rouge-table"><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre><td class="code">${code}</table>`,
    '<pre><span class="linenos">1</span>import os\n<span class="linenos">2</span>print(1)\n</pre>',
    '<pre><span class="ln">1</span>import os\n<span class="ln">2</span>print(1)\n</pre>',
  ])
    expect(bodyOf(html)).toBe('import os\nprint(1)')
  expect(bodyOf('<table><tr><td class="code">404<td>Not found</table>')).toBe('404 | Not found')
  expect(bodyOf('<span class="fn">Ada</span> <span class="ln">Lovelace</span>')).toBe(
    'Ada Lovelace',
  )
})

test('a merged cell is part of each of its rows', () => {
  expect(
    bodyOf(
      `<table><tr><th rowspan="2">Country<th colspan="2">Limit<th rowspan="2">Note<tr><th>Hotel<th>Meals
        <tr><td rowspan="2">Norway<td>1850<td rowspan="3"><p>650</p><td>a<tr><td>1900<td>b<tr><td>Sweden<td>1700<td>c
        <tr><td colspan="4">End</table>`,
    ),
  ).toBe(
    [
      'Country | Limit | Note',
      'Country | Hotel | Meals | Note',
      'Norway | 1850 | 650 | a',
      'Norway | 1900 | 650 | b',
      'Sweden | 1700 | 650 | c',
      'End',
    ].join('\n'),
  )
  expect(
    bodyOf('<table><tr><td rowspan=2>A<td rowspan=2>B</tr><tr></tr><tr><td>C<td>D</tr></table>'),
  ).toBe('A | B\nC | D')
})

test('a merged cell keeps the columns of its rows, also if it is long, and ends with its rows', () => {
  const long = 'long '.repeat(20).trim()
  const rows = Array.from({ length: 30 }, (_, row) => `<tr><td>${row}`)
  expect(bodyOf(`<table><tr><td rowspan=31>Norway<td>first${rows.join('')}</table>`)).toBe(
    ['Norway | first', ...rows.map((_, row) => `Norway | ${row}`)].join('\n'),
  )
  expect(bodyOf(`<table><tr><td rowspan=2>${long}<td>1<tr><td>2</table>`)).toBe(`${long} | 1\n| 2`)
  expect(bodyOf('<table><tr><td>A<td rowspan=2>B<tr><tr><td>C<td>D</table>')).toBe('A | B\nC | D')
  expect(
    bodyOf('<table><tr><td>A<td rowspan=2>B<td>C<tr><td colspan=2>D<tr><td>E<td>F</table>'),
  ).toBe('A | B | C\nD\nE | F')
  for (const end of ['<tbody>', '</thead>'])
    expect(bodyOf(`<table><thead><tr><th rowspan=2>A<th>B</tr>${end}<tr><td>1<td>2</table>`)).toBe(
      'A | B\n1 | 2',
    )
})

test.each([
  `${'<td rowspan=65534>word'.repeat(1_000)}${'<tr><td>x'.repeat(50_000)}`,
  `<tr>${`<td rowspan=20>${'x'.repeat(60)}`.repeat(10)}${'<tr><td>x'.repeat(19)}`.repeat(1_000),
  `<tr>${'<td rowspan=65534 colspan=1>'.repeat(100_000)}${'<tr><td>x'.repeat(100)}`,
])('merged cells add a bounded length to a body', (cells) => {
  const source = `<table>${cells}</table>`
  expect(bodyOf(source).length).toBeLessThan(source.length + 200_000)
})

test('formulas are there once', () => {
  const math =
    '<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="application/x-tex">E=m</annotation></semantics></math>'
  for (const html of [
    `<p>So ${math} is.`,
    `<p>So <span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true"><span class="mord">E</span><span class="mrel">=</span><span>m</span></span></span> is.`,
    `<p>So <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;">${math}</span><img class="mwe-math-fallback-image-inline" alt="E=m"></span> is.`,
  ])
    expect(bodyOf(html)).toBe('So E=m is.')
  // As it is drawn, a denominator comes before its numerator.
  expect(
    bodyOf(
      '<p><span class="katex"><span class="katex-mathml"><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></span><span class="katex-html" aria-hidden="true"><span>b</span><span>a</span></span></span>',
    ),
  ).toBe('ab')
})

test('the values of a field of Notion are words of their own', () => {
  expect(
    bodyOf(
      '<table><tr><th>Tags<td><span class="selected-value">travel</span><span class="selected-value select-value-color-red">budget</span></table>',
    ),
  ).toBe('Tags | travel budget')
})

describe('title', () => {
  test.each([
    { html: '<title>Page</title><h1>Heading</h1>', title: 'Page' },
    { html: '<title>Heading | Site</title><h1>Heading</h1>', title: 'Heading' },
    { html: '<title>Site – Heading</title><h1>Heading</h1>', title: 'Heading' },
    { html: '<title>Heading-first</title><h1>Heading</h1>', title: 'Heading-first' },
    { html: '<title> </title><h2>Deep</h2><h1>Heading &amp;\n more</h1>', title: 'Heading & more' },
    { html: '<svg><title>Icon</title></svg><h1>Heading</h1>', title: 'Heading' },
  ])('of $html is $title', ({ html, title }) => {
    expect(convertHtml(html).title).toBe(title)
  })
  test('is that of the front matter, before any other', () => {
    expect(
      convertHtml('---\ntitle: Front\nurl: https://x.test/a\n---\n<title>Page</title><p>Text.'),
    ).toMatchObject({ title: 'Front', url: 'https://x.test/a', body: 'Text.' })
  })
  test('is null without a title and a heading', () => {
    expect(convertHtml('<p>Only text.').title).toBeNull()
  })
  test('is dropped from the beginning of the body', () => {
    expect(bodyOf('<title>Name · Site</title><h1>Name</h1><p>Text.</p>')).toBe('Text.')
    expect(bodyOf('<title>Name</title><p>🚀</p><h1>Name</h1><p>Text.</p>')).toBe('Text.')
    expect(bodyOf('<title>Name</title><p>New</p><h1>Name</h1>')).toBe('New\n\n# Name')
  })
})

describe('body', () => {
  test('has the form of all bodies', () => {
    const html = `<p>One <b>two</b>&nbsp;<a href="x">three</a><br>four <img src="c.png" alt="cat"></p>
      <h2>Part <a href="#part">¶</a></h2>
      <ul><li>a<ol start="3"><li>b</li><li><p>c</p><p>more</p></li></ol></li><li>d</ul>
      <table><caption>Sums</caption><thead><tr><th>x<th>y</thead><tr><td>1<td><p>2</p><p>3</p></table>
      <pre><code>if (a &lt; b)
  run()</code></pre><dl><dt>term<dd>meaning</dl><blockquote>said</blockquote>`
    expect(bodyOf(html)).toBe(
      [
        'One two three\nfour cat',
        '## Part',
        '- a\n  3. b\n  4. c\n\n     more\n- d',
        'Sums',
        'x | y\n1 | 2 3',
        'if (a < b)\n  run()',
        'term',
        'meaning',
        'said',
      ].join('\n\n'),
    )
  })
  test('leaves out what is no text of the page', () => {
    expect(
      bodyOf(
        '<style>p{}</style><p>a<script>x()</script><!-- c --><template>t</template></p><div hidden>h</div><noscript>n</noscript><button>Copy</button>',
      ),
    ).toBe('a')
  })
  test('has what readers can show', () => {
    const answer = '<p>Answer.</p>'
    for (const html of [
      `<button aria-expanded="false" aria-controls="a">Question?</button><div>Next</div><div id="a" hidden>${answer}</div>`,
      `<button class="accordion">Question?</button><div style="display: none">${answer}</div>`,
      `<h3><button>Question?</button></h3><div hidden>${answer}</div>`,
      `<dl><dt>Question?<dd style="color:red;display:none">${answer}</dl>`,
      `<a href="#a">Question?</a><div role="tabpanel" hidden>${answer}</div>`,
      `<a href="#a">Question?</a>, <p id="a" hidden>${answer}</p>`,
      `Question?<div hidden="until-found">${answer}</div>`,
      `<p>Question?</p><div class="faq-answer" hidden>${answer}</div>`,
      `<p onclick="show(this)">Question?</p><div hidden>${answer}</div>`,
      `<a href="#">Question?</a><div hidden>${answer}</div>`,
      `<body style="display:none">Question?${answer}</body>`,
    ])
      expect(bodyOf(`<title>t</title>${html}`).replace(/^### |Next\s+|,/g, '')).toBe(
        'Question?\n\nAnswer.',
      )
  })
  test('has what a script shows', () => {
    for (const html of [
      'Loading <div id="app" style="display:none"><p>Text.</div>',
      `<button onclick="open(event, 'a')">A</button><button onclick="open(event, 'b')">B</button>
        <p>First</p><div id="b" class="city" style="display:none">Text.</div>`,
      'Start<span id="dots">…</span><span id="more" style="display:none"> Text.</span>',
      'Start<span class="rest" style="display:none"> Text.</span>',
      '<div class="en">Page</div><div class="de" style="display: none">Text.</div>',
      '<table><tr><td>A<tr class="detail" style="display:none"><td>Text.</table>',
      '<div role="main" style="display:none">Text.</div>',
    ])
      expect(bodyOf(html)).toContain('Text.')
  })
  test('has a heading and an open anchor that are named like contents', () => {
    expect(bodyOf('<p>a<h2 id="toc">Total cost</h2><a id="toc" name="toc">Text')).toBe(
      'a\n\n## Total cost\n\nText',
    )
  })
  test('has buttons only if they name what they show', () => {
    expect(bodyOf('<div onclick="a()"><p>A</p><button>Delete</button><p>B</p></div>')).toBe(
      'A\n\nB',
    )
    expect(bodyOf('<p>Press <button>Save</button> and go')).toBe('Press and go')
    expect(bodyOf('a<button aria-expanded="false">Question?</button>b')).toBe('a\n\nQuestion?\n\nb')
  })
  test('leaves out what readers do not see, or what a generator added', () => {
    expect(
      bodyOf(`<table><tr><td><span style="display:none">20250304</span>4 March</table>
        <h2>Setup<span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>
        <div id="toc" class="toc"><h2>Contents</h2><ul><li>1 Setup</ul></div>
        <div class="accordion"><p>Text</p><button>Copy</button></div><div hidden>h</div><a class="mw-jump-link" href="#a">Jump</a>`),
    ).toBe('4 March\n\n## Setup\n\nText')
  })
  test('leaves out the names of the pages before and after it, as DocBook adds them', () => {
    expect(
      bodyOf(`<div class="navheader"><table><tr><th>2. Toner</th></tr><tr><td>Back<td>3. Keys</table><hr></div>
        <ul class="docnav"><li class="previous">Back 1. Paper</li></ul><h2>2. Toner</h2><p>In the cellar.</p>
        <div class="navfooter"><hr><table><tr><td>1. Paper<td>3. Keys</table></div>`),
    ).toBe('In the cellar.')
  })
  test('is that of the main part of an export of Confluence', () => {
    const page = convertHtml(`<title>People : Travel: How</title><div id="page">
      <div id="main" class="aui-page-panel"><ol id="breadcrumbs"></ol><div id="breadcrumb-section">Home</div>
      <h1><span id="title-text">\nPeople : Travel: How</span></h1>
      <div class="page-metadata">Created by Ana</div><div id="main-content"><div class="toc-macro">Hotels</div>
      <h2>Hotels</h2><p>Book them.</div></div><div id="footer" role="contentinfo">Generated</div></div>`)
    expect(page).toMatchObject({ title: 'Travel: How', body: '## Hotels\n\nBook them.' })
  })
  test('is that of an element with the role of main', () => {
    expect(bodyOf('<div>Menu</div><div class="body" role="main">Text</div><p>Legal')).toBe('Text')
  })
  test('joins the lines of Chinese and Japanese also around other elements', () => {
    expect(bodyOf('<p>会議室は\n<b>三階</b>\nにあります。\n<i>WiFi</i> は\n無料')).toBe(
      '会議室は三階にあります。 WiFi は無料',
    )
  })
  test('is that of main where there is one', () => {
    expect(
      bodyOf(
        '<nav>Menu</nav><div>Banner</div><main><nav>Path</nav><header>Lead</header><aside>Note</aside>Text</main><footer>Legal</footer>',
      ),
    ).toBe('Lead\n\nNote\n\nText')
  })
  test('is all but the surroundings of an article', () => {
    expect(
      bodyOf(
        '<header>Site</header><div>Intro</div><article><header>Lead</header>Text</article><aside>Ad</aside>',
      ),
    ).toBe('Intro\n\nLead\n\nText')
  })
  test('is everything where main stays empty or nothing is marked', () => {
    expect(bodyOf('<nav>Menu</nav><main></main><p>Text')).toBe('Menu\n\nText')
    expect(bodyOf('<header>Lead</header><p>Text')).toBe('Lead\n\nText')
  })
  test('takes tables that hold headings or tables for paragraphs', () => {
    expect(
      bodyOf('<table><tr><td>Left<td><h2>Right</h2><p>Text<table><tr><td>1<td>2</table></table>'),
    ).toBe('Left\n\n## Right\n\nText\n\n1 | 2')
  })
  test('ends a heading that was never closed with its paragraph', () => {
    expect(bodyOf('<p>a<h2>Part<p>Text<p>More')).toBe('a\n\n## Part\n\nText\n\nMore')
  })
  test('loses nothing of elements that are never closed', () => {
    const html = '<main>' + '<b><div>word</div>'.repeat(20_000)
    expect(bodyOf(html).match(/word/g)).toHaveLength(20_000)
  })
  test('of nested lists does not grow beyond their size', () => {
    expect(bodyOf('<ul><li>x'.repeat(50_000)).length).toBeLessThan(50_000 * 25)
  })
})

test('reads any text without a throw into a readable body', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fragments), (text) => {
      expect(faultsOf(convertHtml(text))).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
