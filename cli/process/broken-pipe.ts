type Output = Pick<NodeJS.WriteStream, 'on'>

/**
 * `| head` closes the pipe when it has seen enough, and so does a pager: nobody reads what comes after. Without this,
 * Node ends the process with a stack trace at the next write. What is at work is not cut short: it ends as it would have
 * ended. The signal is for commands that only print, and go on until they are stopped.
 */
export function ignoreBrokenPipe(output: Output): AbortSignal {
  const unread = new AbortController()
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    unread.abort()
  })
  return unread.signal
}

/** Aborted when nobody reads standard output any more. */
export const outputUnread: AbortSignal = ignoreBrokenPipe(process.stdout)
ignoreBrokenPipe(process.stderr)
