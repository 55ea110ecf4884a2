import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into a measured process: tells the delay of its event loop on standard error, once a second.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
setInterval(() => {
  process.stderr.write(`loop_p99_ms=${(delay.percentile(99) / 1e6).toFixed(1)}\n`)
  delay.reset()
}, 1_000).unref()
