import '@ken/http/tokens.css'
import './base.css'
import { startConsole } from './start-console.tsx'

startConsole()
