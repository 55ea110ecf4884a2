import { describe, expect, it } from 'vitest'
import { convertMarkdown } from '../markdown/convert-markdown.ts'
import { dropGeneratorMarkup } from './drop-generator-markup.ts'

const bodyOf = (...lines: string[]): string => convertMarkdown(lines.join('\n')).body

describe('dropGeneratorMarkup', () => {
  it('drops shortcodes and keeps the text in them and the parameters that readers see', () => {
    expect(
      bodyOf(
        'A {{< glossary_tooltip text="Pod" term_id="pod" >}} runs {{% param "x" %}}.',
        '',
        '{{< note >}}',
        'Read [this]({{< ref "a.md" >}}).',
        '{{< /note >}}',
        '',
        '{{< figure',
        "  src='a.png' caption='The plan' >}}",
      ),
    ).toBe('A Pod runs .\n\nRead this.\n\nThe plan')
  })

  it('drops the marks of blocks and keeps their titles and text', () => {
    expect(
      bodyOf(
        '/// note | "Technical details"',
        'One.',
        '',
        '/// tip',
        '    open: True',
        'Two.',
        '///',
        '///',
        '',
        'Three.',
      ),
    ).toBe('Technical details\n\nOne.\n\nTwo.\n\nThree.')
  })

  it('drops included files', () => {
    expect(bodyOf('One.', '', '{* ../src/app.py hl[1:2] *}', '', '{!> ../a.py !}', 'Two.')).toBe(
      'One.\n\nTwo.',
    )
  })

  it('drops comments of MDX, also after a heading', () => {
    expect(
      bodyOf(
        'Zero.',
        '',
        '## How to *use* it {/*how-to-use-it*/}',
        '',
        'One {/* or *two* */}and three.',
        '',
        '`{/* shown */}`',
        '',
        '```jsx',
        '<App>{/* shown */}</App>',
        '```',
        '',
        '    <App>{/* shown */}</App>',
      ),
    ).toBe(
      'Zero.\n\n## How to use it\n\nOne and three.\n\n{/* shown */}\n\n<App>{/* shown */}</App>\n\n<App>{/* shown */}</App>',
    )
  })

  it('drops the tags of GitBook and keeps their titles', () => {
    expect(
      bodyOf(
        '{% tab title="macOS" %}',
        'Open it.',
        '{% endtab %}',
        '',
        'Ken {%- raw -%}x{% endraw %}',
        '',
        '{% include note.html content="Do this first." %}',
        '',
        '{% embed url="https://x.test/a" %}',
        '',
        '{% swagger method="get" path="/users" %}',
      ),
    ).toBe('macOS Open it.\n\nKen x\n\nDo this first.\n\nhttps://x.test/a\n\nget /users')
  })

  it('shows links of wikis and notes as readers see them', () => {
    expect(
      bodyOf(
        '[[_TOC_]]',
        '',
        '![[plan.png|300]] [[how to book|Travel-Policy]] [[a form|https://x.test]]',
        '',
        'See [[Work/Apollo|the project]], ![[Runbooks#Restart]] and [[#Costs]].',
        '',
        '| a | b |',
        '|---|---|',
        '| [[Work/Apollo\\|it]] | ==new== |',
        '',
        'One',
        '%%a remark%%',
        'two.',
        '',
        '%%',
        'A comment',
        '%%',
      ),
    ).toBe(
      'plan.png how to book a form\n\nSee the project, Runbooks › Restart and Costs.\n\na | b\nit | new\n\nOne\n\ntwo.',
    )
  })

  it('shows keys as readers see them', () => {
    expect(bodyOf('Press ++ctrl+alt+del++, then ++"Page Up"++ or ++f1++.')).toBe(
      'Press ctrl+alt+del, then Page Up or f1.',
    )
  })

  it('keeps code, escaped shortcodes, and text that only looks similar', () => {
    for (const text of [
      '```md\n{{< note >}}\n/// note\n{* a *}\n```',
      '~~~~\n~~~\n{{< note >}}\n~~~~',
      'Use `{{< note >}}` or ``{{% `a` %}}``.',
      'Write {{</* note */>}} for a note.',
      '{{ .Name }} {a*} {!a} // a /// b',
      '    /// <summary>',
      '/// <summary>',
      '{{< note',
      'if [[ -f a ]]; [[:space:]] [[1]](a.md) [[1], [2]]',
      '    [[package]]\n    {% for a in b %}',
      'for %%i in (*) do echo %%i at 50%%',
      'a == b && c == d',
      'x[[0]] and f(a)[["b"]]',
      '> ```\n> [[package]] {% tab %}\n> ```',
      'Use "==" and "=="',
      'C++ and G++, i++; a++b++ or ++i and `++ctrl++`',
      'Use {% if user %} and {% assign a = "b" %}',
    ])
      expect(dropGeneratorMarkup(text)).toBe(text)
    expect(dropGeneratorMarkup('```\n{{< a >}}')).toBe('```\n{{< a >}}')
    expect(dropGeneratorMarkup('`a`\n\n```\nb\n```\n{{< c >}}d')).toBe('`a`\n\n```\nb\n```\nd')
  })

  it('takes time in proportion to a hostile text', () => {
    for (const piece of ['{{<', '{{% ', '``', '`a', '/// a\n    b:\n', '{*', '\n```', '{{< text="'])
      expect(dropGeneratorMarkup(piece.repeat(50_000)).length).toBeGreaterThan(0)
  })
})
