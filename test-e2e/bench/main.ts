import { answers } from './answers.ts'
import { ask } from './ask.ts'
import { chatKills } from './chats/chat-kills.ts'
import { chatRefusalTiming } from './timing/chat-refusal-timing.ts'
import { chats } from './chats/chats.ts'
import { consoleMemory, consolePaints, consoleScreens } from './console-screens.ts'
import { crowd } from './crowd.ts'
import { csvImport } from './imports/csv-import.ts'
import { documentTiming } from './timing/document-timing.ts'
import { forgotPasswordTiming } from './timing/forgot-password-timing.ts'
import { hiddenDocuments } from './hidden-documents.ts'
import { importRate } from './imports/import-rate.ts'
import { linkCodeTiming } from './timing/link-code-timing.ts'
import { lists } from './lists.ts'
import { mailRate } from './mail-rate.ts'
import { mcp } from './mcp.ts'
import { people } from './people.ts'
import { quality } from './quality.ts'
import { refreshRate } from './refresh-rate.ts'
import { request } from './request/request.ts'
import { search } from './search/search.ts'
import { searchCrowd } from './search/search-crowd.ts'
import { signInFlood } from './sign-in-flood.ts'
import { signInRate } from './sign-in-rate.ts'
import { signInTiming } from './timing/sign-in-timing.ts'
import { startAndMemory } from './start-and-memory.ts'
import { teamChat } from './chats/team-chat.ts'

const benches = {
  answers,
  ask,
  chatKills,
  chatRefusalTiming,
  chats,
  consoleMemory,
  consolePaints,
  consoleScreens,
  crowd,
  csvImport,
  documentTiming,
  forgotPasswordTiming,
  hiddenDocuments,
  importRate,
  linkCodeTiming,
  lists,
  mailRate,
  mcp,
  people,
  quality,
  refreshRate,
  request,
  search,
  searchCrowd,
  signInFlood,
  signInRate,
  signInTiming,
  startAndMemory,
  teamChat,
}

/** Runs the benches named on the command line, or all, and prints one JSON object. */
const names = process.argv.slice(2)
const results: { [name: string]: unknown } = {}
for (const [name, bench] of Object.entries(benches)) {
  if (names.length === 0 || names.includes(name)) results[name] = await bench()
}
console.log(JSON.stringify(results, null, 2))
process.exit()
