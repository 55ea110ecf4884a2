// @ts-expect-error -- this version has no types
// oxlint-disable-next-line no-restricted-imports -- only tests use this parser
import untyped from 'marked'

type Renderer = { link: (href: string) => string; image: (href: string) => string }
type Marked = {
  (text: string, options: { readonly gfm: boolean; readonly renderer: Renderer }): string
  readonly Renderer: new () => Renderer
  readonly InlineLexer: { readonly rules: { readonly gfm: { url: RegExp; text: RegExp } } }
}
const marked = untyped as Marked

/**
 * The team chat's web app parses with a fork of marked 0.3, whose addresses are these: a scheme with one
 * to three slashes or a name, `www.` with a number, or a host with a path at the start of a text.
 */
const chatAddress =
  /^((?:(?:https?|ftp|mailto|tel|sms):(?:\/{1,3}|[a-z0-9%])|[a-z][\w-]+:\/{1,3}|www\d{0,3}[.]|[a-z0-9.-]+[.][a-z]{2,4}\/)[^\s<]*[^\s<.,:;"')\]])/i
/** A text ends where markup, an address or a line begins. */
const chatText =
  /^[\s\S]+?(?=[\\<![`*~_\n]|(?:https?|ftp|mailto|tel|sms):|[a-z][\w-]+:\/|www\d{0,3}[.]|$)/i

Object.assign(marked.InlineLexer.rules.gfm, { url: chatAddress, text: chatText })

/** The targets of the links and images that a chat shows for a text. */
export function chatLinksOf(text: string): readonly string[] {
  const targets: string[] = []
  const renderer = new marked.Renderer()
  const note = (href: string) => {
    targets.push(href)
    return ''
  }
  renderer.link = note
  renderer.image = note
  marked(text, { gfm: true, renderer })
  return targets
}
