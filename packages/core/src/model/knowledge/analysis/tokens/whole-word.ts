import { foldWord } from '../../words.ts'

/** The word that a joined name is: `T-1042`, `t_1042` and `T1042` are one; `1.2.3` stays different from `12.3`. */
export const wholeWordOf = (name: string): string =>
  foldWord(name)
    .replaceAll(/(?<!\p{N})[^\p{L}\p{N}]+|[^\p{L}\p{N}]+(?!\p{N})/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^v(?=\p{N}+\.)/u, '')
