/**
 * A command that another one of ours has started ends when that one is gone, whatever ended it: the channel between them
 * closes with it. It is asked to stop as by SIGTERM.
 */
export function endWithParent(): void {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Whoever listens is kept alive by the channel.
  process.channel.unref()
}

/** Says to the `up` that has started this service, if one has, that it does its work now. */
export function tellReady(): void {
  if (process.connected) process.send?.(readyMessage, undefined, undefined, () => {})
}

const readyMessage = { legislog: 'ready' } as const

export function isReadyMessage(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'legislog' in message &&
    message.legislog === readyMessage.legislog
  )
}
