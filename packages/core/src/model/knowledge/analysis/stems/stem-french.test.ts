import { expect, it } from 'vitest'
import { stemFrench } from './stem-french.ts'

const stemsOf = (words: string): readonly string[] => [...new Set(words.split(' ').map(stemFrench))]

it.for([
  'demande demandes demander demandee',
  'conge conges',
  'journal journaux',
  'remboursement remboursements rembourser',
  'facture factures facturer facturation',
  'employe employes employee employees',
  'reinitialiser reinitialisation',
  'nouveau nouveaux nouvelle nouvelles',
  'reseau reseaux',
  'travail travaux travailler',
  'utilisateur utilisateurs utiliser',
  'deployer deploiement',
  'reunion reunions',
  'cle cles',
])('has one stem for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(1)
})

it.for(['client cle', 'mot mois', 'poste poser'])('has different stems for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(words.split(' ').length)
})

it('leaves short words alone', () => {
  expect(['', 'a', 'it'].map(stemFrench)).toEqual(['', 'a', 'it'])
})
