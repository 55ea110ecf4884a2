import { endingsOf, replaceEnding } from './endings.ts'

const derivations = endingsOf(
  3,
  `issements issement ications=iqu ication=iqu isations isation ations ation itions=it
   ateurs ateur atrices atrice trices=teur trice=teur ements ement ivement=if euses=eur euse=eur
   ives=if ive=if elles=el elle=el eaux=el eau=el iennes=ien ienne=ien aux=al vail=val
   ances ance ences=ent ence=ent`,
)
const inflections = endingsOf(
  3,
  `issaient issons issent issez issant eraient erions erons eront erait erez aient antes ante ants
   ant era ees ait ais ee ez er es ies ie ir it ite e s x`,
)

/**
 * The stem of a folded French word: `demandes`, `demander` and `demandé` have the same, and so have
 * `journaux` and `journal`.
 */
export function stemFrench(word: string): string {
  if (word.length <= 3) return word
  return replaceEnding(replaceEnding(word, derivations), inflections)
    .replace(/(?<=..)([bcdfglmnprt])\1$/, '$1')
    .replace(/y$/, 'i')
    .replace(/ail$/, 'al')
    .replace(/(?<=...)[eisx]+$/, '')
    .replace(/(?<=..)qu?$/, 'c')
}
