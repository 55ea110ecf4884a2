import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { withoutHiddenRuns } from './hidden-runs.ts'
import { hiddenStyles } from './hidden-styles.ts'

/** The parts of a document of Word that have its text. No image, and nothing that a document embeds. */
const textPart =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/[\w-]+\.xml|word\/_rels\/[\w-]+\.xml\.rels)$/
/** Word in a browser may number its parts. */
const stylesPart = /^word\/styles\d*\.xml$/
const properties = 'docProps/core.xml'
/** What the body does not show. */
const hiddenPart = /^(?:docProps\/(?:core|custom)|word\/(?:comments|footer|header)\w*)\.xml$/

/** Of all parts together, unpacked. A book of a thousand pages has 10 MiB. */
const unpackedBytesMax = 32 * 1_024 * 1_024

/** What is in the package of a document. */
export type UnpackedWord = {
  /** A package of the parts with text, without hidden text, not compressed. */
  readonly parts: Uint8Array
  /** Heads and feet of pages, comments, properties, and whole parts that have hidden text. */
  readonly hidden: readonly Uint8Array[]
  /** When it was last saved, as it says itself. */
  readonly modified: string | undefined
}

/** Why a file is no document of Word that can be read. */
export type WordFault = 'damaged' | 'too_large'

/**
 * Unpacks the text of a document of Word. No part is larger than the package says, and what it says is bounded, so that a
 * small file cannot fill the memory.
 */
export function unpackWord(content: Uint8Array): UnpackedWord | WordFault {
  let size = 0
  try {
    const parts = unzipSync(content, {
      filter: ({ name, originalSize }) => {
        if (!textPart.test(name) && !hiddenPart.test(name)) return false
        size += originalSize
        return size <= unpackedBytesMax
      },
    })
    if (size > unpackedBytesMax) return 'too_large'
    const { [properties]: core, ...texts } = parts
    const stylesName = Object.keys(parts).find((name) => stylesPart.test(name))
    const styles = hiddenStyles(stylesName === undefined ? '' : strFromU8(parts[stylesName]!))
    const shown = Object.fromEntries(
      Object.entries(texts).map(([name, part]) => [name, visiblePart(part, styles)]),
    )
    return {
      parts: zipSync(shown, { level: 0 }),
      hidden: Object.entries(parts).flatMap(([name, part]) =>
        hiddenPart.test(name) || (shown[name] ?? part) !== part ? [part] : [],
      ),
      modified: modifiedIn(core),
    }
  } catch {
    return 'damaged'
  }
}

function visiblePart(part: Uint8Array, styles: ReadonlySet<string>): Uint8Array {
  const xml = strFromU8(part)
  if (styles.size === 0 && !xml.includes('w:vanish')) return part
  const visible = withoutHiddenRuns(xml, styles)
  return visible === xml ? part : strToU8(visible)
}

const modifiedIn = (core: Uint8Array | undefined): string | undefined =>
  /<dcterms:modified[^>]*>(?<date>[^<]{1,40})</.exec(core === undefined ? '' : strFromU8(core))
    ?.groups?.['date']
