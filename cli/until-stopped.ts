/**
 * Resolves at the first Ctrl-C or SIGTERM, so that a long-running command can end what it has in hand; a second one
 * ends the process at once.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
