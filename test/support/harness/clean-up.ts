const tasks: (() => Promise<void>)[] = []

/**
 * Runs `task` when the test file has ended, the last one first. It may be called from anywhere: the top of a file, a
 * hook or a test.
 */
export function cleanUp(task: () => Promise<void>): void {
  tasks.push(task)
}

/** Runs all tasks, also after one that fails. */
export async function runCleanUps(): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks.splice(0).reverse()) await task().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'clean-up failed')
}
