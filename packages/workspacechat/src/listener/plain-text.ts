const entities: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}

/**
 * What a person sees of a text in the platform's markup: of links and mentions their label, or else their target, and
 * `&`, `<` and `>` as they are.
 */
export const plainText = (markup: string): string =>
  markup
    .replaceAll(
      /<(?:([@#!])([^<>|]*)|(?:mailto:|tel:)?([^<>|]*))(?:\|([^<>]*))?>/g,
      (_, sign: string | undefined, id = '', target = '', label = '') =>
        `${sign?.replace('!', '@') ?? ''}${(label || id || target).replace(/^[@#]/, '')}`,
    )
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
