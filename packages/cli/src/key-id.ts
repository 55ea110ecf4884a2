import { uuidForm, type KeyId } from '@ken/core'
import { wrongUsage } from './command-failed.ts'

/** Not validated by the command-line parser, which repeats invalid values: this may be a key. */
export function parseKeyId(input: string): KeyId {
  const id = input.toLowerCase()
  if (uuidForm.test(id)) return id as KeyId
  throw wrongUsage('Use the id of the key, not the key itself. List the ids with: ken keys list')
}
