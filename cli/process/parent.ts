/**
 * Ends this command when the command of ours that started it is gone, however that one ended: the channel between them
 * closes then. The end is the same as for SIGTERM.
 */
export function endWithParent(): void {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Without this, the listener on the channel would keep the process alive.
  process.channel.unref()
}

/** Reports to the `up` that started this service, if one did, that the service is at work now. */
export function reportReady(): void {
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
