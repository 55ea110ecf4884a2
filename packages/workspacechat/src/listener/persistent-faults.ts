import type { WorkspaceChatFault } from '@ken/core/ports'

/** Faults that rarely pass by themselves. */
export const persistentFaults: readonly WorkspaceChatFault[] = [
  'token_refused',
  'app_token_refused',
  'not_a_bot',
  'scope_missing',
  'apps_differ',
  'address_forbidden',
]
