export { runMcp, type McpProcess } from './run-mcp.ts'
