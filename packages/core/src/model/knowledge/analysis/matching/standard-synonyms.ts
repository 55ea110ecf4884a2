import { parseSynonyms, type Synonyms } from './synonyms.ts'
import { partsOf } from './word-matches.ts'

/**
 * Abbreviations that people of many companies type and pages spell out, first in each set. Not those that pages use
 * themselves, such as VPN, nor those with several meanings.
 */
const standardSets: readonly string[] = [
  'WFH, working from home',
  'PTO, paid time off',
  'OOO, out of office',
  'DPO, data protection officer, délégué à la protection des données',
  'DSB, Datenschutzbeauftragter',
  'GDPR, DSGVO, RGPD',
  'DPIA, data protection impact assessment',
  'DSAR, data subject access request',
  'PII, personally identifiable information',
  '2FA, two-factor',
  'MFA, multi-factor',
  'BYOD, bring your own device',
  'NDA, non-disclosure agreement',
  'FTE, full-time equivalent',
  'RCA, root cause analysis',
  'bAV, betriebliche Altersvorsorge',
  'BGM, betriebliches Gesundheitsmanagement',
  'RTT, réduction du temps de travail',
  'CDI, contrat à durée indéterminée',
  'CDD, contrat à durée déterminée',
  'RRHH, recursos humanos',
  'DPD, delegado de protección de datos',
]

/**
 * An organization's synonyms with the usual abbreviations of offices. A set of the organization with one of these
 * abbreviations replaces the usual one, because it may mean something else there.
 */
export function withStandardSynonyms(own: Synonyms | null): Synonyms {
  const sets = standardSets.filter((set) => own === null || !isDefined(own, set.split(',')[0]!))
  const synonyms = new Map(parseSynonyms(sets.join('\n')))
  for (const [term, expressions] of own ?? [])
    synonyms.set(term, [...expressions, ...(synonyms.get(term) ?? [])])
  return synonyms
}

function isDefined(own: Synonyms, abbreviation: string): boolean {
  const written = partsOf(abbreviation).join(' ')
  return [...own.values()].flat().some(({ parts }) => parts.join(' ') === written)
}
