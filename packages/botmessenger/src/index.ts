export { telegramBotMessenger, type TelegramBotMessengerOptions } from './telegram-bot-messenger.ts'
