declare module 'markdown-it-footnote' {
  import type { PluginSimple } from 'markdown-it'

  /** Adds footnotes: `[^label]`, and `[^label]:` before their text. */
  const footnotes: PluginSimple
  export default footnotes
}
