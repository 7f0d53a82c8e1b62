type Output = Pick<NodeJS.WriteStream, 'on'>

/** EPIPE: the reader closed the pipe. EIO: the terminal was closed. */
const UNREAD: readonly (string | undefined)[] = ['EPIPE', 'EIO']

/**
 * `| head` and pagers close the pipe when they have seen enough, and a terminal can be closed: nothing reads later output.
 * Without this, Node ends the process with a stack trace at the next write. The work in progress is not cut short. The
 * signal is for commands that only print until they are stopped.
 */
export function ignoreBrokenPipe(output: Output): AbortSignal {
  const unread = new AbortController()
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (!UNREAD.includes(error.code)) throw error
    unread.abort()
  })
  return unread.signal
}

/** Aborts when nothing reads standard output anymore. */
export const outputUnread: AbortSignal = ignoreBrokenPipe(process.stdout)
ignoreBrokenPipe(process.stderr)
