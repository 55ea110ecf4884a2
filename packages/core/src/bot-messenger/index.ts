export { botMessengerAdvice, webhookErrorAdvice } from './bot-messenger-advice.ts'
export { messengerDeliveryFaults, type BotMessengerStatus } from './bot-messenger-status.ts'
export { changeBotMessenger, type ChangeBotMessenger } from './change-bot-messenger.ts'
export {
  probeBotMessenger,
  type ProbeBotMessenger,
  type ProbedBotMessenger,
} from './probe-bot-messenger.ts'
export {
  receiveMessengerUpdates,
  type MessengerUpdates,
  type UpdatesOf,
} from './receive-messenger-updates.ts'
export { showBotMessenger, type ShowBotMessenger } from './show-bot-messenger.ts'
