import { memoryWorld } from './memory-world.ts'
import { teamChatSettingsStoreContract } from './team-chat-settings-store.contract.ts'

teamChatSettingsStoreContract('memory', memoryWorld)
