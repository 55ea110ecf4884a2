import { endingsOf, replaceEnding } from './endings.ts'

const pronouns = /(?<=.{2}(?:ar|er|ir|ando|iendo))(?:se|me|lo|la|le|nos|los|las|les|selo|sela)$/
const derivations = endingsOf(
  3,
  `amientos amiento imientos imiento aciones acion adoras ador adora adores antes ante ancias ancia
   uciones=u ucion=u encias=ent encia=ent mente idades idad iones ion ibles ible ables able
   icos ico icas ica osos oso osas osa ivos ivo ivas iva`,
)
const inflections = endingsOf(
  3,
  `aremos eremos iremos aran eran iran ara era ira are ere ire aria eria iria arian erian irian
   abamos aban aba ando iendo yendo ados ado adas ada idos ido idas ida aron ieron
   aste iste amos emos imos ar er ir an en as es os a e o i`,
)

/**
 * The stem of a folded Spanish word: `solicitudes` and `solicitud`, or `aprobar` and `aprobado`,
 * have the same.
 */
export function stemSpanish(word: string): string {
  if (word.length <= 3) return word
  const stem = replaceEnding(replaceEnding(word.replace(pronouns, ''), derivations), inflections)
  return stem
    .replace(/(?<=..)(?:gu|qu)$/, (ending) => (ending === 'gu' ? 'g' : 'c'))
    .replace(/(?<=..)z$/, 'c')
    .replace(/(?<=...)i$/, '')
}
